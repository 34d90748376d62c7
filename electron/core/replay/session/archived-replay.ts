import { archivedVideoPath } from '../../../contract/media-paths.ts'
import type { Replay } from '../../../contract/models/replay-models.ts'
import type { SessionFacts } from './phases.ts'
import { readStart } from './start-offset.ts'

/** A finished file of the archive, as the player needs it. */
export type ArchivedCopy = {
  id: string
  durationMs: number | null
  startMs: number | null
  warnings: string[]
  imported: boolean
}

const COPY = 'This plays the archived copy. It needs neither the service nor links.'

const IMPORTED =
  'This plays a copy that was imported. It matches its own metadata file; the service has not confirmed that it is this session.'

/** The replay of an archived session: no lease, no request, the same axis as the service's. */
export const archivedReplay = (
  accountId: string,
  sessionId: string,
  copy: ArchivedCopy,
  session: SessionFacts | null,
): Replay => {
  const { durationMs } = copy
  const start = readStart({
    startMs: copy.startMs,
    durationMs,
    createdAt: session?.createdAt ?? null,
    closedAt: session?.closedAt ?? null,
  })
  return {
    accountId,
    sessionId,
    phase: {
      kind: 'playable',
      hls: null,
      mp4: archivedVideoPath(copy.id),
      startMs: start.startMs,
      startEstimated: start.startEstimated,
      durationMs,
      wallClockStart: start.wallClockStart,
      warnings: [copy.imported ? IMPORTED : COPY, ...copy.warnings, ...(start.warning === null ? [] : [start.warning])],
    },
    lease: null,
  }
}
