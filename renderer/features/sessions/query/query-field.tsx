import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { FilterField } from '../../../ui/toolbar/filter-field.tsx'
import { isFiltered } from '../session-query.ts'
import { useList } from '../session-store.ts'
import { PROBLEM_ID } from './query-problem.tsx'

const QueryCompletion = lazy(async () => ({ default: (await import('./query-completion.tsx')).QueryCompletion }))

const LIST_ID = 'query-completion'

export type Caret = { text: string; at: number }

type QueryFieldProps = {
  accountId: string
  input: RefObject<HTMLInputElement | null>
  onText: (text: string) => void
  toList: () => void
  toFirst: () => void
}

/** The query of the list: text and filters, which complete while they are typed. */
export const QueryField = ({ accountId, input, onText, toList, toFirst }: QueryFieldProps) => {
  const query = useList(accountId, (s) => s.query)
  const draft = useList(accountId, (s) => s.draft)
  const view = useList(accountId, (s) => s.view)
  const [caret, setCaret] = useState<Caret | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  /** What the list does with a key; set while it is open. */
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  const [asked, setAsked] = useState(false)

  return (
    <FilterField
      text={draft?.text ?? query.text}
      count={view && { total: view.total, all: isFiltered(view.query) ? view.all : null }}
      noun="sessions"
      tip="Filter by text, or by filters such as is:failed or after:yesterday. Ctrl+Space lists them"
      input={input}
      onText={onText}
      toList={toList}
      toFirst={toFirst}
      assist={{
        aria: {
          role: 'combobox',
          'aria-expanded': open,
          'aria-controls': open ? LIST_ID : undefined,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active ?? undefined,
        },
        problemId: draft?.message ? PROBLEM_ID : null,
        onKey: (event) => {
          if (event.key === ' ' && event.ctrlKey) {
            setAsked(true)
            return true
          }
          return keys.current?.(event) ?? false
        },
        onCaret: (next) => {
          setCaret(next)
          if (next === null || next.text !== caret?.text) setAsked(false)
        },
        list: (replace) =>
          caret === null || (!asked && caret.text === '') ? null : (
            <Suspense fallback={null}>
              <QueryCompletion
                id={LIST_ID}
                caret={caret}
                asked={asked}
                keys={keys}
                onState={(isOpen, option) => {
                  setOpen(isOpen)
                  setActive(option)
                }}
                onTake={(text, at) => {
                  setAsked(false)
                  replace(text, at)
                }}
              />
            </Suspense>
          ),
      }}
    />
  )
}
