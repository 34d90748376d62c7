import { Button } from '@mantine/core'
import { IconFolderDown } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { archiveSorts } from '../../../electron/contract/constants/archive-constants.ts'
import { archiveShortcuts } from '../../ui/keys/shortcuts/archive-shortcuts.ts'
import { Tip } from '../../ui/tip.tsx'
import { AsideButton } from '../../ui/toolbar/aside-button.tsx'
import { ChipGroup } from '../../ui/toolbar/chip-group.tsx'
import { FilterField } from '../../ui/toolbar/filter-field.tsx'
import { SortMenu } from '../../ui/toolbar/sort-menu.tsx'
import classes from '../../ui/toolbar/toolbar.module.css'
import { archiveChips, chipLabels, isFiltered, sortBy, sortLabels, toggleChip } from './archive-query.ts'
import { archiveNow, patchArchive, setQuery, useArchive } from './archive-store.ts'

const CHIPS = archiveChips.map((id) => ({ id, label: chipLabels[id] }))
const onText = (text: string) => setQuery({ ...archiveNow().query, text })

type ArchiveToolbarProps = {
  filterInput: RefObject<HTMLInputElement | null>
  toList: () => void
  toFirst: () => void
  importing: boolean
  onImport: () => void
}

/** Filter, states, import. */
export const ArchiveToolbar = ({ filterInput, toList, toFirst, importing, onImport }: ArchiveToolbarProps) => {
  const query = useArchive((s) => s.query)
  const view = useArchive((s) => s.view)
  const all = useArchive((s) => s.totals?.items ?? null)
  const detailsOpen = useArchive((s) => s.detailsOpen)
  return (
    <div className={classes.frame}>
      <div className={classes.toolbar} role="toolbar" aria-label="Archive">
        <FilterField
          text={query.text}
          count={view && { total: view.total, all: isFiltered(view.query) ? all : null }}
          noun="recordings"
          tip="Filter by id, title, file name or account"
          input={filterInput}
          onText={onText}
          toList={toList}
          toFirst={toFirst}
        />
        <ChipGroup
          label="Show only"
          chips={CHIPS}
          selected={query.chips}
          onToggle={(chip) => setQuery(toggleChip(query, chip))}
        />
        <div className={classes.end}>
          <SortMenu
            sorts={archiveSorts}
            labels={sortLabels}
            query={query}
            onSort={(sort) => setQuery(sortBy(query, sort))}
          />
          <Tip label="Import MP4 files with metadata files from another archive">
            <Button
              variant="default"
              leftSection={<IconFolderDown size={14} stroke={1.5} />}
              loading={importing}
              onClick={onImport}
            >
              Import folder
            </Button>
          </Tip>
          <AsideButton
            shortcut={archiveShortcuts.details}
            label="Details"
            open={detailsOpen}
            onClick={() => patchArchive({ detailsOpen: !detailsOpen })}
          />
        </div>
      </div>
    </div>
  )
}
