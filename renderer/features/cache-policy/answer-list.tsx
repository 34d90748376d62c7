// biome-ignore-all lint/a11y/useSemanticElements: rows that are selected by key are no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row

import { Button } from '@mantine/core'
import { IconGitCompare, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { moveTo } from '../../ui/grid/grid-keys.ts'
import { itemShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { formatBytes, formatClock } from '../../ui/text/format-text.ts'
import { Tip } from '../../ui/tip.tsx'
import classes from './cache-policy.module.css'
import { compare, type PolicyState, showAnswer, toggleMark } from './policy-store.ts'
import { askedText, statusText, statusTone } from './policy-text.ts'

const PAGE = 8
const rowId = (id: number): string => `policy-answer-${id}`

type AnswerListProps = { accountId: string; state: PolicyState }

/** The answers of this run, newest first: one is shown, two can be selected to compare. */
export const AnswerList = ({ accountId, state: { answers, shown, marked } }: AnswerListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const pair = marked.length === 2 ? ([marked[0] ?? 0, marked[1] ?? 0] as const) : null
  const at = answers.findIndex(({ id }) => id === shown)
  useEffect(() => {
    if (shown !== null) document.getElementById(rowId(shown))?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveTo(event.key, at, answers.length, PAGE)
    const next = to === null ? undefined : answers[to]
    if (next) showAnswer(accountId, next.id)
    else if (event.key === ' ' && shown !== null) toggleMark(accountId, shown)
    else if (event.key === 'Enter' && pair) compare(accountId, ordered(pair))
    else return
    event.preventDefault()
  }
  return (
    <section className={classes.history} aria-label="Responses">
      <div className={classes.listHead}>
        <h2>Responses</h2>
        <Tip
          label={pair ? 'Compare the two selected' : 'Select two responses to compare: use the checkboxes or Space'}
          shortcuts={pair ? [itemShortcuts.open] : []}
        >
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconGitCompare size={14} stroke={1.5} />}
            aria-disabled={!pair}
            data-disabled={!pair || undefined}
            onClick={() => pair && compare(accountId, ordered(pair))}
          >
            Compare{marked.length > 0 ? ` ${marked.length}/2` : ''}
          </Button>
        </Tip>
      </div>
      {answers.length === 0 ? (
        <p className={classes.listHint}>Responses are kept until you quit, so that you can compare two.</p>
      ) : (
        <div
          ref={list}
          role="grid"
          aria-label="Responses"
          aria-multiselectable="true"
          aria-activedescendant={shown === null ? undefined : rowId(shown)}
          tabIndex={0}
          className={classes.list}
          onKeyDown={onKeyDown}
        >
          {answers.map((answer) => {
            const selected = marked.includes(answer.id)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the list
              <div
                key={answer.id}
                id={rowId(answer.id)}
                role="row"
                aria-selected={selected}
                aria-current={answer.id === shown || undefined}
                className={classes.row}
                onClick={(event) => {
                  list.current?.focus()
                  const box = event.target instanceof Element && event.target.closest('[data-box]')
                  if (box || event.ctrlKey || event.metaKey) toggleMark(accountId, answer.id)
                  else showAnswer(accountId, answer.id)
                }}
              >
                <span role="gridcell" data-box className={classes.box} title="Select to compare">
                  <span className={classes.hidden}>{selected ? 'Selected' : 'Not selected'}</span>
                  {selected ? <IconSquareCheck size={16} stroke={1.5} /> : <IconSquare size={16} stroke={1.5} />}
                </span>
                <span role="gridcell" className={classes.time}>
                  {formatClock(answer.at)}
                </span>
                <span role="gridcell" className={classes.status} data-tone={statusTone(answer)}>
                  {answer.answer?.status ?? 'none'}
                </span>
                <span
                  role="gridcell"
                  className={classes.asked}
                  title={`${statusText(answer)}: ${askedText(answer.asked)}`}
                >
                  {askedText(answer.asked)}
                </span>
                <span role="gridcell" className={classes.bytes}>
                  {answer.answer ? formatBytes(answer.answer.bytes) : ''}
                </span>
              </div>
            )
          })}
        </div>
      )}
    </section>
  )
}

/** Ids grow with time: the older answer is on the left. */
const ordered = ([one, other]: readonly [number, number]): [number, number] =>
  one < other ? [one, other] : [other, one]
