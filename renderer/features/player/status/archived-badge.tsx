import { IconArchive } from '@tabler/icons-react'
import { StateChip } from '../../../ui/state-chip.tsx'

/** Stands where the link life would: an archived copy has no links that could die. */
export const ArchivedBadge = ({ title }: { title: string }) => (
  <StateChip tone="archived" icon={<IconArchive size={14} stroke={1.5} aria-hidden="true" />} title={title}>
    archived
  </StateChip>
)
