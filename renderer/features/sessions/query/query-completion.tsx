// biome-ignore-all lint/a11y/useSemanticElements: a list under a field whose options are rows of two texts
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type Completion, type Completions, completionsAt } from '../../../../electron/contract/query/query-complete.ts'
import { queryKeys } from '../../../../electron/contract/query/query-keys.ts'
import { momentOf } from '../../../../electron/contract/query/query-times.ts'
import { useAsk } from '../../../bridge.ts'
import { formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import classes from './query.module.css'
import type { Caret } from './query-field.tsx'

const NOTHING_KNOWN = { status: [], tag: [], error: [] }
/** Values change with every sync; a list that is open does not. */
const KEPT_MS = 10_000

type QueryCompletionProps = {
  id: string
  caret: Caret
  /** The person asked for the list: all keys, also without a letter. */
  asked: boolean
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>
  onState: (open: boolean, activeId: string | null) => void
  onTake: (text: string, caret: number) => void
}

/** What a value means beside its name: how often it occurs, or which moment it is in the zone of the computer. */
const detailOf = ({ key, value, count }: Completion): string => {
  const { kind, means } = queryKeys[key]
  if (value === null) return means
  if (count !== null) return formatCount(count)
  const moment = kind === 'moment' ? momentOf(value, Date.now()) : null
  return moment ? formatDateTime(moment.startMs) : ''
}

const hasLetter = ({ text, at }: Caret): boolean => /\S/.test(text.charAt(at - 1))

/** The list under the field. Arrows select, Tab takes, Enter takes what is selected, Esc closes. */
export const QueryCompletion = ({ id, caret, asked, keys, onState, onTake }: QueryCompletionProps) => {
  const known = useAsk('sessions.values', undefined, { staleTime: KEPT_MS }).data ?? NOTHING_KNOWN
  const [closed, setClosed] = useState<string | null>(null)
  const [selected, setSelected] = useState<{ of: string; index: number }>({ of: '', index: -1 })
  const { text, at } = caret
  const wanted = (asked || hasLetter(caret)) && closed !== text
  const found: Completions = wanted ? completionsAt(text, at, known) : { items: [], needed: false }
  const { items, needed } = found
  const open = items.length > 0
  const own = `${text}/${at}`
  const first = needed && !text.slice(0, at).endsWith(':') ? 0 : -1
  const index = selected.of === own ? Math.min(selected.index, items.length - 1) : first
  const activeId = open && index >= 0 ? `${id}-${index}` : null

  const take = (item: Completion) => {
    const { from, to, insert, value } = item
    const rest = text.slice(to)
    const space = value !== null && !/^[\s,]/.test(rest) ? ' ' : ''
    onTake(text.slice(0, from) + insert + space + rest, from + insert.length + space.length)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const next = index < 0 && step < 0 ? items.length - 1 : (index + step + items.length) % items.length
      setSelected({ of: own, index: next })
      return true
    }
    if (event.key === 'Escape') {
      setClosed(text)
      return true
    }
    const item = items[Math.max(0, index)]
    const takes = (event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && index >= 0)
    if (!takes || !item) return false
    take(item)
    return true
  }
  // The field shows the state, and hands keys to what is on screen.
  useEffect(() => {
    keys.current = onKey
    onState(open, activeId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end alone
  useEffect(
    () => () => {
      keys.current = null
      onState(false, null)
    },
    [],
  )
  if (!open) return null
  const zone = items.some(({ key, value }) => value !== null && queryKeys[key].kind === 'moment')
  return (
    <div className={classes.popup}>
      <div id={id} role="listbox" aria-label="Filters" className={classes.list}>
        {items.map((item, nth) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
          <div
            key={item.insert}
            id={`${id}-${nth}`}
            role="option"
            aria-selected={nth === index}
            className={classes.option}
            ref={(element) => (nth === index ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
            onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
            onClick={() => take(item)}
          >
            <span className={classes.name}>{item.value ?? item.insert}</span>
            <span className={classes.detail}>{detailOf(item)}</span>
          </div>
        ))}
      </div>
      {zone ? (
        <p className={classes.zone}>Days begin at midnight in this computer's time zone. Also: 2026-11-20, 7d, 12h.</p>
      ) : null}
    </div>
  )
}
