import type { RecordingState } from '../../../../electron/contract/constants/session-constants.ts'
import { parseMediaPath } from '../../../../electron/contract/media-paths.ts'
import type { Lease, Playable } from '../../../../electron/contract/models/replay-models.ts'

/**
 * Whether a copy lies in the archive, and whether it is what plays. With a copy that plays there is no lease: its
 * place in the bar tells of the copy instead.
 */
export const archivedCopy = (
  recording: RecordingState | null,
  lease: Lease | null,
  playable: Pick<Playable, 'mp4'> | null,
): { archived: boolean; badge: string | null } => {
  const plays = playable?.mp4 != null && parseMediaPath(playable.mp4)?.kind === 'archived'
  const archived = plays || recording === 'archived'
  return {
    archived,
    badge:
      lease === null && archived ? 'The copy in your archive plays. It needs neither the service nor its links.' : null,
  }
}
