import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import type { Selection } from '../../ui/list/selection.ts'

export type ArchiveSelection = Selection<ArchiveItem>

/** The one item that details are shown of; null with several. */
export const detailOf = ({ selected }: ArchiveSelection): ArchiveItem | null =>
  selected.size === 1 ? (selected.values().next().value ?? null) : null
