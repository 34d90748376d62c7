import { Button } from '@mantine/core'
import { IconArchive, IconBookmark, IconChecklist, IconLayoutList, IconList, IconPlus } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { sessionChips, sessionSorts } from '../../../electron/contract/constants/session-constants.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { sessionListShortcuts, sessionShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { Tip } from '../../ui/tip.tsx'
import { AsideButton } from '../../ui/toolbar/aside-button.tsx'
import { ChipGroup } from '../../ui/toolbar/chip-group.tsx'
import { SortMenu } from '../../ui/toolbar/sort-menu.tsx'
import classes from '../../ui/toolbar/toolbar.module.css'
import { GroupMenu } from './groups/group-menu.tsx'
import { HandOverMenu } from './hand-over/hand-over-menu.tsx'
import { hasChip, toggleChip } from './query/query-chips.ts'
import { QueryField } from './query/query-field.tsx'
import { QueryProblem } from './query/query-problem.tsx'
import { toggleDensity, useDensity } from './rows/session-density.ts'
import { chipLabels, isFiltered, sortBy, sortLabels } from './session-query.ts'
import { listOf, patchList, setQuery, useList } from './session-store.ts'

const CHIPS = sessionChips.map((id) => ({ id, label: chipLabels[id] }))

/** Names what a click shows. */
const DensityButton = () => {
  const compact = useDensity((s) => s.density === 'compact')
  const Icon = compact ? IconLayoutList : IconList
  return (
    <IconButton
      label={compact ? 'Comfortable rows' : 'Compact rows'}
      icon={<Icon size={16} stroke={1.5} />}
      onClick={toggleDensity}
    />
  )
}

type ToolbarProps = {
  accountId: string
  filterInput: RefObject<HTMLInputElement | null>
  toList: () => void
  toFirst: () => void
  onAdd: () => void
  onSaveView: () => void
  /** Saves every recording that matches; null where nothing does. */
  onArchiveAll: (() => void) | null
  onReview: () => void
  sync: ReactNode
  hasInspector: boolean
}

/** Without a colon, a quote and the length of 40 words every text is a query, and its parser need not be loaded. */
const isPlainText = (text: string): boolean => !/[:"]/.test(text) && text.length < 80

let advice: Promise<typeof import('./query/query-advice.ts')> | null = null
/** One promise for all: two imports of a module that is being loaded may end in either order. */
const loadAdvice = () => {
  advice ??= import('./query/query-advice.ts').catch((error) => {
    advice = null
    throw error
  })
  return advice
}
/** Before a text needs it: until it is there, what is typed goes on. */
const warmUp = () => void loadAdvice()

/** Filter, chips, order, refresh, archive, add. */
export const Toolbar = (props: ToolbarProps) => {
  const { accountId, filterInput, toList, toFirst, onAdd, onSaveView, onArchiveAll, onReview, sync, hasInspector } =
    props
  const query = useList(accountId, (s) => s.query)
  const inspectorOpen = useList(accountId, (s) => s.inspectorOpen)
  const draft = useList(accountId, (s) => s.draft)
  /** What was typed or toggled last, while the parser is loaded for it. */
  const latest = useRef<string | null>(null)
  // The list keeps the last query that could be read.
  const onText = useCallback(
    async (text: string) => {
      latest.current = text
      const adviceOn = isPlainText(text) ? null : (await loadAdvice()).adviceOn
      if (latest.current !== text) return // typing went on while the parser was loaded
      latest.current = null
      const caret = document.activeElement === filterInput.current ? filterInput.current?.selectionStart : null
      const { runs, message } = adviceOn?.(text, caret ?? null) ?? { runs: true, message: null }
      patchList(accountId, { draft: runs ? null : { text, message } })
      if (runs) setQuery(accountId, { ...listOf(accountId).query, text })
    },
    [accountId, filterInput],
  )
  const text = draft?.text ?? query.text
  /** Of the text when the parser is there: typing may go on meanwhile. */
  const onChip = async (chip: (typeof sessionChips)[number]) => {
    await loadAdvice()
    await onText(toggleChip(latest.current ?? filterInput.current?.value ?? text, chip))
  }
  return (
    <div className={classes.frame}>
      <div className={classes.toolbar} role="toolbar" aria-label="Sessions" onPointerEnter={warmUp} onFocus={warmUp}>
        <QueryField accountId={accountId} input={filterInput} onText={onText} toList={toList} toFirst={toFirst} />
        {isFiltered(query) ? (
          <IconButton
            label={sessionListShortcuts.saveView.label}
            shortcut={sessionListShortcuts.saveView}
            icon={<IconBookmark size={16} stroke={1.5} />}
            onClick={onSaveView}
          />
        ) : null}
        <ChipGroup
          label="Show only"
          chips={CHIPS}
          selected={sessionChips.filter((chip) => hasChip(text, chip))}
          onToggle={(chip) => void onChip(chip)}
        />
        <div className={classes.end}>
          {sync}
          <GroupMenu accountId={accountId} />
          <SortMenu
            sorts={sessionSorts}
            labels={sortLabels}
            query={query}
            onSort={(sort) => setQuery(accountId, sortBy(query, sort))}
          />
          <Tip label={sessionListShortcuts.archiveAll.label} shortcuts={[sessionListShortcuts.archiveAll]}>
            <Button
              variant="default"
              aria-label={sessionListShortcuts.archiveAll.label}
              leftSection={<IconArchive size={14} stroke={1.5} />}
              disabled={onArchiveAll === null}
              onClick={() => onArchiveAll?.()}
            >
              Archive all
            </Button>
          </Tip>
          <Tip label="You can also paste or drop ids anywhere in the list">
            <Button variant="default" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={onAdd}>
              Add ids
            </Button>
          </Tip>
          <IconButton
            label={sessionShortcuts.review.label}
            shortcut={sessionShortcuts.review}
            icon={<IconChecklist size={16} stroke={1.5} />}
            onClick={onReview}
          />
          <HandOverMenu accountId={accountId} />
          <DensityButton />
          {hasInspector ? (
            <AsideButton
              shortcut={sessionListShortcuts.inspector}
              label="Inspector"
              open={inspectorOpen}
              onClick={() => patchList(accountId, { inspectorOpen: !inspectorOpen })}
            />
          ) : null}
        </div>
      </div>
      {draft?.message ? <QueryProblem message={draft.message} /> : null}
    </div>
  )
}
