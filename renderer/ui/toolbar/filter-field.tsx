import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../text/format-text.ts'
import { Tip } from '../tip.tsx'
import classes from './toolbar.module.css'

const SETTLE_MS = 80

type FilterFieldProps = {
  /** The current query. */
  text: string
  /** How many rows the filter leaves of all; null while unknown. `all` null: nothing is filtered. */
  count: { total: number; all: number | null } | null
  /** What the rows are: `sessions`. */
  noun: string
  tip: string
  input: RefObject<HTMLInputElement | null>
  onText: (text: string) => void
  toList: () => void
  /** Selects the first row that matches, before the focus goes to the rows. */
  toFirst?: () => void
}

/** The text of the filter, with how many rows it leaves. Its tooltip opens beside it: below are the chips. */
export const FilterField = ({ text: asked, count, noun, tip, input, onText, toList, toFirst }: FilterFieldProps) => {
  const [text, setText] = useState(asked)
  const sent = useRef(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = (words: string) => {
    clearTimeout(timer.current)
    if (words === sent.current) return
    sent.current = words
    onText(words)
  }
  const latest = useRef(send)
  latest.current = send
  // Cleared by a key or an action elsewhere: what was typed before and still waits must not come back.
  useEffect(() => {
    if (asked === sent.current) return
    clearTimeout(timer.current)
    sent.current = asked
    setText(asked)
  }, [asked])
  useEffect(() => {
    timer.current = setTimeout(() => latest.current(text), SETTLE_MS)
    return () => clearTimeout(timer.current)
  }, [text])
  const counted =
    count === null
      ? ''
      : count.all === null
        ? formatCount(count.total)
        : `${formatCount(count.total)} of ${formatCount(count.all)}`
  const clear = () => {
    setText('')
    send('')
  }
  const leave = (down: boolean) => {
    send(text) // the keys of the list act on what was asked for
    if (down && text.trim() !== '') toFirst?.()
    toList()
  }
  return (
    <div className={classes.filter}>
      <Tip label={tip} keys="/ Mod+F" position="right" hoverOnly>
        <TextInput
          ref={input}
          type="search"
          aria-label={`Filter ${noun}`}
          placeholder="Filter"
          value={text}
          maxLength={500}
          spellCheck={false}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
          rightSection={text ? <CloseButton size={20} aria-label="Clear filter" onClick={clear} /> : null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') clear()
            else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter')
              leave(event.key === 'ArrowDown')
            else return
            event.preventDefault()
          }}
        />
      </Tip>
      <span className={classes.count} role="status" aria-label={`${counted} ${noun}`}>
        {counted}
      </span>
    </div>
  )
}
