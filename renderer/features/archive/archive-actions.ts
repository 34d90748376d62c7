import type { ArchiveState } from '../../../electron/contract/constants/archive-constants.ts'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { archiveShortcuts } from '../../ui/keys/shortcuts/archive-shortcuts.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'
import { formatCount } from '../../ui/text/format-text.ts'

/** What can be done to several items at once, in the order of the buttons. */
const bulkActions = ['pause', 'resume', 'retry', 'recheck', 'cancel', 'forget', 'remove'] as const
export type BulkAction = (typeof bulkActions)[number]

const fits: Record<BulkAction, readonly ArchiveState[]> = {
  pause: ['queued', 'waiting', 'fetching', 'verifying', 'interrupted'],
  resume: ['paused'],
  retry: ['failed', 'interrupted'],
  recheck: ['done', 'missing', 'altered'],
  cancel: ['queued', 'waiting', 'fetching', 'verifying', 'paused', 'interrupted', 'failed'],
  forget: ['missing', 'no-recording'],
  remove: ['done', 'altered'],
}

/** The shortcuts of actions that have one. */
export const actionShortcuts: Partial<Record<BulkAction, Shortcut>> = {
  pause: archiveShortcuts.pause,
  resume: archiveShortcuts.pause,
  retry: archiveShortcuts.retry,
  recheck: archiveShortcuts.verify,
}

/** The ids an act applies to, of those selected. */
export const idsFor = (action: BulkAction, items: Iterable<ArchiveItem>): string[] =>
  [...items].filter((item) => fits[action].includes(item.state)).map((item) => item.id)

/** What can be done to the selected items, and to how many of them. */
export const possibleActions = (selected: ReadonlyMap<string, ArchiveItem>): { action: BulkAction; count: number }[] =>
  bulkActions
    .map((action) => ({ action, count: idsFor(action, selected.values()).length }))
    .filter(({ count }) => count > 0)

const many = (n: number, one: string, more: string): string => (n === 1 ? one : `${formatCount(n)} ${more}`)

/** Deletes a file or what was downloaded of one. */
export const deletes = (action: BulkAction): boolean => action === 'cancel' || action === 'remove'

/** Removes an entry from the list, with or without its file. */
export const takesAway = (action: BulkAction): boolean => deletes(action) || action === 'forget'

/** The label of the button. What cannot be undone names its whole act. */
export const actionLabel = (action: BulkAction, count: number): string => {
  switch (action) {
    case 'pause':
      return 'Pause'
    case 'resume':
      return 'Resume'
    case 'retry':
      return 'Retry'
    case 'recheck':
      return 'Verify'
    case 'cancel':
      return `Remove ${many(count, 'the download', 'downloads')}`
    case 'forget':
      return `Remove ${many(count, 'from list', 'entries from list')}`
    case 'remove':
      return `Move ${many(count, 'to trash', 'files to trash')}`
  }
}

/** The width a button needs whatever the count becomes, as the longest of its texts. */
export const widestLabel = (action: BulkAction, selected: number): string => {
  const texts = takesAway(action)
    ? [actionLabel(action, 1), actionLabel(action, selected)]
    : [`${actionLabel(action, selected)} ${formatCount(selected)}`]
  return texts.reduce((widest, text) => (text.length > widest.length ? text : widest), '')
}

/** The buttons of a selection in their order: those that were there keep their place, new ones come after them. */
export const keepOrder = (before: readonly BulkAction[], possible: readonly BulkAction[]): readonly BulkAction[] => {
  const fresh = possible.filter((action) => !before.includes(action))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/** A file that someone moved or changed can be fetched once more; what lies there is left alone. */
export const canDownloadAgain = (item: ArchiveItem): boolean => item.state === 'missing' || item.state === 'altered'

export const canPlay = (item: ArchiveItem): boolean => item.state === 'done' || item.state === 'altered'

/** D22: an export that stopped because parts of the recording are gone can be kept as it is, labelled so. */
export const canAcceptPartial = ({ state, source, problem }: ArchiveItem): boolean =>
  state === 'failed' && source === 'hls' && problem?.code === 'incomplete'

/** What came of a re-check. */
export const verifyText = (found: { sound: number; missing: number; altered: number }): string => {
  const { sound, missing, altered } = found
  const all = sound + missing + altered
  if (all === sound) return all === 1 ? 'The file is unchanged.' : `All ${formatCount(all)} files are unchanged.`
  const parts = [`${formatCount(sound)} of ${formatCount(all)} ${all === 1 ? 'file is' : 'files are'} unchanged.`]
  if (missing > 0) parts.push(`${formatCount(missing)} ${missing === 1 ? 'is' : 'are'} missing.`)
  if (altered > 0) parts.push(`${formatCount(altered)} ${altered === 1 ? 'was' : 'were'} changed.`)
  return parts.join(' ')
}

/** What came of an import. */
export const importText = (found: { imported: number; known: number; refused: readonly string[] }): string => {
  const { imported, known, refused } = found
  if (imported + known + refused.length === 0) return 'This folder contains no recordings with metadata files.'
  const parts = [`Imported ${many(imported, '1 recording', 'recordings')}.`]
  if (known > 0) parts.push(`${formatCount(known)} ${known === 1 ? 'was' : 'were'} already in the archive.`)
  if (refused.length > 0) parts.push(`${many(refused.length, '1 file was', 'files were')} not imported.`)
  return parts.join(' ')
}
