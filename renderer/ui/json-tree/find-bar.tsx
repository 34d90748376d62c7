import { TextInput } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize, IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { IconButton } from '../icon-button.tsx'
import { jsonShortcuts } from '../keys/shortcuts/inspect-shortcuts.ts'
import { filterShortcuts } from '../keys/shortcuts/start-shortcuts.ts'
import { formatCount } from '../text/format-text.ts'
import { Tip } from '../tip.tsx'
import classes from './json-tree.module.css'
import type { JsonTreeState } from './use-json-tree.ts'

const icon = { size: 14, stroke: 1.5 } as const

type FindBarProps = { state: JsonTreeState; input: RefObject<HTMLInputElement | null> }

const countText = ({ sought, found, foundAt }: JsonTreeState): string => {
  if (sought === '') return ''
  if (found.length === 0) return 'Not found'
  return foundAt < 0 ? formatCount(found.length) : `${formatCount(foundAt + 1)} of ${formatCount(found.length)}`
}

/** Search in keys and values, and opening or closing everything. */
export const FindBar = ({ state, input }: FindBarProps) => {
  const { words, found } = state
  const toTree = () => state.grid.moves.focus()
  return (
    <div className={classes.bar}>
      <Tip label="Find in keys and values" shortcuts={[filterShortcuts.filter]}>
        <TextInput
          ref={input}
          type="search"
          aria-label="Find in keys and values"
          placeholder="Find"
          value={words}
          maxLength={500}
          spellCheck={false}
          className={classes.find}
          leftSection={<IconSearch {...icon} aria-hidden="true" />}
          onChange={(event) => state.setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') state.seek(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape' && words !== '') state.setWords('')
            else if (event.key === 'Escape' || event.key === 'ArrowDown') toTree()
            else return
            event.preventDefault()
          }}
        />
      </Tip>
      <span className={classes.count} role="status">
        {countText(state)}
      </span>
      <IconButton
        label="Previous match"
        shortcut={jsonShortcuts.previous}
        size={24}
        disabled={found.length === 0}
        icon={<IconChevronUp {...icon} />}
        onClick={() => state.seek(-1)}
      />
      <IconButton
        label="Next match"
        shortcut={jsonShortcuts.next}
        size={24}
        disabled={found.length === 0}
        icon={<IconChevronDown {...icon} />}
        onClick={() => state.seek(1)}
      />
      <span className={classes.gap} />
      <IconButton
        label="Expand all"
        shortcut={jsonShortcuts.expandAll}
        size={24}
        icon={<IconArrowsMaximize {...icon} />}
        onClick={state.openAll}
      />
      <IconButton
        label="Collapse all"
        shortcut={jsonShortcuts.collapseAll}
        size={24}
        icon={<IconArrowsMinimize {...icon} />}
        onClick={state.closeAll}
      />
    </div>
  )
}
