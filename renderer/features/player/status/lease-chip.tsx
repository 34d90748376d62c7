import { IconAlertTriangle, IconArchive, IconClock, IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Lease } from '../../../../electron/contract/models/replay-models.ts'
import { StateChip } from '../../../ui/state-chip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { leaseText, leaseTick } from './lease-text.ts'

/** Shown in place of the time left: an archived copy has no links that can expire. */
export const ArchivedBadge = ({ title }: { title: string }) => (
  <StateChip tone="archived" icon={<IconArchive size={14} stroke={1.5} aria-hidden="true" />} title={title}>
    archived
  </StateChip>
)

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const
const shapes = {
  clock: <IconClock {...icon} />,
  renew: <IconRefresh {...icon} />,
  alert: <IconAlertTriangle {...icon} />,
  off: <IconLinkOff {...icon} />,
}

/** How long the links of this replay live. Counts seconds near the end only. */
export const LeaseChip = ({ lease, archived }: { lease: Lease | null; archived: boolean }) => {
  const [start] = useState(() => Date.now())
  const slow = useNow(15_000)
  const now = useNow(leaseTick(lease, Math.max(start, slow)))
  const text = leaseText(lease, now, archived)
  if (!text) return null
  return (
    <StateChip tone={text.tone} icon={shapes[text.shape]} title={text.title}>
      {text.text}
    </StateChip>
  )
}
