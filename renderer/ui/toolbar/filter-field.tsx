import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { filterShortcuts } from '../keys/shortcuts/start-shortcuts.ts'
import { formatCount } from '../text/format-text.ts'
import { Tip } from '../tip.tsx'
import classes from './toolbar.module.css'

const SETTLE_MS = 80

/** What completes the text of a field: its list stands below, and it sees keys first. */
type FieldAssist = {
  aria: AriaAttributes & { role: 'combobox' }
  /** The element that says what is wrong with the text; null: nothing is. */
  problemId: string | null
  /** True: the key is used up. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
  /** Null: the field lost the focus. */
  onCaret: (caret: { text: string; at: number } | null) => void
  /** `replace` sets text and caret. */
  list: (replace: (text: string, caret: number) => void) => ReactNode
}

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
  assist?: FieldAssist
}

/** The text of the filter, with how many rows it leaves. Its tooltip opens beside it: below are the chips. */
export const FilterField = (props: FilterFieldProps) => {
  const { text: asked, count, noun, tip, input, onText, toList, toFirst, assist } = props
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
  const problemId = assist?.problemId ?? null
  // The control describes itself by its own texts alone; this one stands below the toolbar.
  useLayoutEffect(() => {
    if (problemId === null) input.current?.removeAttribute('aria-describedby')
    else input.current?.setAttribute('aria-describedby', problemId)
  }, [problemId, input])
  const tellCaret = ({ value, selectionStart }: HTMLInputElement) =>
    assist?.onCaret({ text: value, at: selectionStart ?? value.length })
  const caretAt = useRef<number | null>(null)
  const replace = (next: string, caret: number) => {
    caretAt.current = caret
    setText(next)
    send(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the field has its new text
  useLayoutEffect(() => {
    const { current } = caretAt
    caretAt.current = null
    if (current !== null) input.current?.setSelectionRange(current, current)
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
      <Tip label={tip} shortcuts={[filterShortcuts.filter]} position="right" hoverOnly>
        <TextInput
          ref={input}
          type={assist ? 'text' : 'search'}
          aria-label={`Filter ${noun}`}
          placeholder="Filter"
          value={text}
          maxLength={500}
          spellCheck={false}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
          rightSection={text ? <CloseButton size={20} aria-label="Clear filter" onClick={clear} /> : null}
          {...assist?.aria}
          error={problemId !== null}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            tellCaret(currentTarget)
          }}
          onSelect={({ currentTarget }) => tellCaret(currentTarget)}
          onBlur={() => assist?.onCaret(null)}
          onKeyDown={(event) => {
            if (assist?.onKey(event)) return event.preventDefault()
            if (event.ctrlKey || event.metaKey) send(text) // a key of the view acts on what is typed
            if (event.key === 'Escape' && text !== '') clear()
            else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter')
              leave(event.key === 'ArrowDown')
            else return
            event.preventDefault()
          }}
        />
      </Tip>
      {assist?.list(replace)}
      <span className={classes.count} role="status" aria-label={`${counted} ${noun}`}>
        {counted}
      </span>
    </div>
  )
}
