import type { CookieRead, CookieSide } from '../../../../electron/contract/cookie-models.ts'
import type { Said } from '../../../ui/said.ts'

type SnapshotsPanelProps = {
  profileId: string
  /** What is open now: a fresh read or a snapshot; null before the first read. */
  read: CookieRead | null
  onOpen: (snapshotId: string) => void
  onCompare: (before: CookieSide, after: CookieSide) => void
  say: (said: Said) => void
}

export function SnapshotsPanel({ profileId }: SnapshotsPanelProps) {
  return <section aria-label="Snapshots" data-profile={profileId} />
}
