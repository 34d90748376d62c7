/** The closed word lists of the archive, without zod, so that the page can carry them at run time. */

/** interrupted: has bytes, waits for the next try. missing, altered: a finished file that was moved or changed by someone. */
export const archiveStates = [
  'queued',
  'waiting', // for a recording that is being processed
  'fetching',
  'verifying',
  'paused',
  'interrupted',
  'failed',
  'no-recording', // the service has none of this session
  'done',
  'missing',
  'altered',
] as const
export type ArchiveState = (typeof archiveStates)[number]

export const archiveSorts = ['added', 'state', 'title', 'size', 'finished'] as const
export type ArchiveSort = (typeof archiveSorts)[number]
