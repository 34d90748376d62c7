import { Menu } from '@mantine/core'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { isContainer, kindOf, scanJson, type JsonTree as Tree } from '../../../electron/contract/json/json-scan.ts'
import { rowIndexOf } from '../grid/use-virtual-grid.ts'
import { KeyItem } from '../keys/key-item.tsx'
import { jsonShortcuts } from '../keys/shortcuts/inspect-shortcuts.ts'
import { useKeys } from '../keys/use-keys.ts'
import { filterKeys } from '../list/list-keys.ts'
import { PointMenu } from '../point-menu.tsx'
import { formatCount } from '../text/format-text.ts'
import { FindBar } from './find-bar.tsx'
import classes from './json-tree.module.css'
import { MOST_ROWS } from './tree.ts'
import { TreeFoot } from './tree-foot.tsx'
import { TreeRow } from './tree-row.tsx'
import { useCopies } from './use-copies.ts'
import { rowDomId, useJsonTree } from './use-json-tree.ts'

type MenuAt = { node: number; x: number; y: number }

const TreeView = ({ tree, label }: { tree: Tree; label: string }) => {
  const state = useJsonTree(tree)
  const { at, rows, grid } = state
  const copies = useCopies(tree)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const [whole, setWhole] = useState(false)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const find = () => input.current?.select()
  useKeys([
    ...filterKeys(find),
    { shortcut: jsonShortcuts.next, run: () => state.seek(1) },
    { shortcut: jsonShortcuts.previous, run: () => state.seek(-1) },
    { shortcut: jsonShortcuts.expandAll, run: state.openAll },
    { shortcut: jsonShortcuts.collapseAll, run: state.closeAll },
  ])
  useKeys(
    [
      { shortcut: jsonShortcuts.copyValue, run: () => copies.value(at) },
      { shortcut: jsonShortcuts.copyPath, run: () => copies.path(at) },
      { shortcut: jsonShortcuts.copyJson, run: () => copies.json(at) },
      { shortcut: jsonShortcuts.toggle, run: () => setWhole((known) => !known) },
    ],
    { enabled: focused },
  )
  const nodeOf = (event: MouseEvent): number | undefined => rows[rowIndexOf(event)]
  const active = grid.items.some(({ index }) => rows[index] === at)
  const activeIndex = active ? grid.items.find(({ index }) => rows[index] === at)?.index : undefined
  const close = () => {
    setMenu(null)
    grid.moves.focus()
  }
  return (
    <div className={classes.frame}>
      <FindBar state={state} input={input} />
      <div
        ref={grid.ref}
        role="tree"
        aria-label={label}
        aria-activedescendant={activeIndex === undefined ? undefined : rowDomId(activeIndex)}
        tabIndex={0}
        className={classes.tree}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={(event) => {
          if (state.onKey(event)) event.preventDefault()
        }}
        onClick={(event) => {
          const node = nodeOf(event)
          if (node === undefined) return
          state.choose(node)
          if (event.target instanceof Element && event.target.closest('[data-twisty]')) state.toggle(node)
        }}
        onDoubleClick={(event) => {
          const node = nodeOf(event)
          const twisty = event.target instanceof Element && event.target.closest('[data-twisty]')
          if (node === undefined || twisty) return
          if (isContainer(tree, node)) state.toggle(node)
          else setWhole(true)
        }}
        onContextMenu={(event) => {
          const place = event.button === 2 || activeIndex === undefined ? null : grid.moves.placeOf(activeIndex)
          const node = place ? at : nodeOf(event)
          if (node === undefined) return
          event.preventDefault()
          state.choose(node)
          setMenu({ node, ...(place ?? { x: event.clientX, y: event.clientY }) })
        }}
      >
        <div className={classes.rows} role="none" style={{ height: grid.totalPx }}>
          {grid.items.map(({ index, start }) => {
            const node = rows[index] ?? 0
            return (
              <TreeRow
                key={grid.keyOf(index)}
                tree={tree}
                node={node}
                id={rowDomId(index)}
                index={index}
                top={start}
                open={state.open[node] === 1}
                selected={node === at}
                words={state.sought}
              />
            )
          })}
        </div>
      </div>
      {rows.length === MOST_ROWS ? (
        <p className={classes.note}>
          Only the first {formatCount(MOST_ROWS)} rows are shown. Collapse some to see more.
        </p>
      ) : null}
      <TreeFoot tree={tree} node={at} whole={whole} onWhole={() => setWhole(!whole)} copies={copies} />
      {menu ? (
        <PointMenu x={menu.x} y={menu.y} width={232} onClose={close}>
          <KeyItem shortcut={jsonShortcuts.copyValue} onClick={() => copies.value(menu.node)}>
            Copy value
          </KeyItem>
          <KeyItem shortcut={jsonShortcuts.copyPath} onClick={() => copies.path(menu.node)}>
            Copy path
          </KeyItem>
          <KeyItem shortcut={jsonShortcuts.copyJson} onClick={() => copies.json(menu.node)}>
            Copy as JSON
          </KeyItem>
          {isContainer(tree, menu.node) ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => state.setWithin(menu.node, 1)}>Expand all inside</Menu.Item>
              <Menu.Item onClick={() => state.setWithin(menu.node, 0)}>Collapse all inside</Menu.Item>
            </>
          ) : kindOf(tree, menu.node) === 'string' ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setWhole(true)}>Show full value</Menu.Item>
            </>
          ) : null}
        </PointMenu>
      ) : null}
    </div>
  )
}

/**
 * A JSON text as a tree: only rows in sight are drawn, values are as they were sent, and all of it works by keyboard.
 * Fills its parent. `label` names the tree.
 */
export const JsonTree = ({ json, label }: { json: string; label: string }) => {
  const shown = useRef(0)
  const tree = useMemo(() => {
    shown.current += 1 // another text is another tree: what stood open means nothing there
    return scanJson(json)
  }, [json])
  if (!tree) return <p className={classes.note}>This text is not JSON, so it cannot be shown as a tree.</p>
  return <TreeView key={shown.current} tree={tree} label={label} />
}
