import { useRef, useState } from 'react'
import type { HeaderLines } from '../../../electron/contract/models/cache-policy-models.ts'
import { fold } from '../../../electron/contract/text/fold.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { filterKeys } from '../../ui/list/list-keys.ts'
import { FilterField } from '../../ui/toolbar/filter-field.tsx'
import classes from './cache-policy.module.css'
import { HeaderTable } from './header-table.tsx'
import type { Kept } from './policy-store.ts'
import { statusText } from './policy-text.ts'

const matching = (lines: HeaderLines, filter: string): HeaderLines => {
  const wanted = fold(filter.trim())
  return lines.filter(([name, value]) => fold(`${name}: ${value}`).includes(wanted))
}

const Lines = ({ lines, all, label }: { lines: HeaderLines; all: HeaderLines; label: string }) =>
  lines.length === 0 && all.length > 0 ? (
    <p className={classes.hint}>No matching header.</p>
  ) : (
    <HeaderTable lines={lines} label={label} />
  )

/** What travelled around the answer, both ways, filtered by words in names and values. */
export const HeadersPane = ({ answer: { request, answer } }: { answer: Kept }) => {
  const [filter, setFilter] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLElement>(null)
  const find = () => input.current?.select()
  useKeys(filterKeys(find))
  const received = answer?.headers ?? []
  const [sentLeft, receivedLeft] = [matching(request.headers, filter), matching(received, filter)]
  const all = request.headers.length + received.length
  return (
    <>
      <div className={classes.paneBar}>
        <FilterField
          text={filter}
          count={{ total: sentLeft.length + receivedLeft.length, all: filter.trim() === '' ? null : all }}
          noun="headers"
          tip="Filter by name or value"
          input={input}
          onText={setFilter}
          toList={() => pane.current?.focus()}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <section ref={pane} className={`${classes.scroll} ${classes.headers}`} aria-label="Headers" tabIndex={0}>
        <h3 className={classes.part}>Sent</h3>
        <code className={classes.requestLine}>
          {request.method} {request.url}
        </code>
        <Lines lines={sentLeft} all={request.headers} label="Sent headers" />
        <h3 className={classes.part}>Received</h3>
        {answer === null ? (
          <p className={classes.hint}>No response.</p>
        ) : (
          <>
            <code className={classes.requestLine}>{statusText({ answer })}</code>
            <Lines lines={receivedLeft} all={received} label="Received headers" />
          </>
        )}
      </section>
    </>
  )
}
