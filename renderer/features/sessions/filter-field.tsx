import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Tip } from '../../ui/tip.tsx'
import { isFiltered } from './list-query.ts'
import { listOf, patchList, useList } from './list-store.ts'
import classes from './toolbar.module.css'

const SETTLE_MS = 80

type FilterFieldProps = { accountId: string; input: RefObject<HTMLInputElement | null>; toList: () => void }

/** The words of the filter, with how many rows they leave. */
export const FilterField = ({ accountId, input, toList }: FilterFieldProps) => {
  const asked = useList(accountId, (s) => s.query.text)
  const view = useList(accountId, (s) => s.view)
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked]) // cleared by a key or an action elsewhere
  useEffect(() => {
    if (text === asked) return
    const timer = setTimeout(() => patchList(accountId, { query: { ...listOf(accountId).query, text } }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [accountId, asked, text])
  const counted =
    view === null
      ? ''
      : isFiltered(view.query)
        ? `${formatCount(view.total)} of ${formatCount(view.all)}`
        : formatCount(view.all)
  const clear = () => {
    setText('')
    patchList(accountId, { query: { ...listOf(accountId).query, text: '' } })
  }
  return (
    <div className={classes.filter}>
      <Tip label="Filter by id, title, note or tag" keys="/ Mod+F">
        <TextInput
          ref={input}
          type="search"
          aria-label="Filter sessions"
          placeholder="Filter"
          value={text}
          maxLength={500}
          spellCheck={false}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
          rightSection={text ? <CloseButton size={20} aria-label="Clear filter" onClick={clear} /> : null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') clear()
            else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') toList()
            else return
            event.preventDefault()
          }}
        />
      </Tip>
      <span className={classes.count} role="status" aria-label={`${counted} sessions`}>
        {counted}
      </span>
    </div>
  )
}
