import { type KeyboardEvent, useRef } from 'react'
import type { Mark } from '../../../../electron/contract/models/session-models.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import classes from '../inspector/inspector.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'

/** The notes and marks of the recording in their order. One Tab stop: arrows move, Enter edits, Delete removes. */
export const NotesList = () => {
  const { marks, store, playback } = usePlayer()
  const list = useRef<HTMLOListElement>(null)
  const shown = marks.marks
  const current = usePlayerState((s) => shown.findLastIndex(({ atMs }) => atMs <= s.timeS * 1_000 + 1))

  const focus = (index: number) => list.current?.querySelectorAll('button')[index]?.focus()
  const edit = ({ id, atMs, text }: Mark) => store.setState({ draft: { markId: id, atMs, text } })
  const remove = async (mark: Mark, index: number) => {
    await marks.remove(mark.id)
    // Once the row is gone the focus would be nowhere.
    requestAnimationFrame(() => focus(Math.min(index, shown.length - 2)))
  }
  const onKeyDown = (mark: Mark, index: number) => (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to !== undefined) focus(Math.min(shown.length - 1, Math.max(0, to)))
    else if (event.key === 'Enter') edit(mark)
    else if (event.key === 'Delete') void remove(mark, index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="timed-notes">
      <h2 className={classes.heading} id="timed-notes">
        {`Timed notes · ${shown.length}`}
      </h2>
      <ol className={classes.rows} aria-label="Timed notes" ref={list}>
        {shown.map((mark, index) => (
          <li key={mark.id}>
            <button
              type="button"
              className={classes.timed}
              aria-current={index === current ? 'true' : undefined}
              aria-keyshortcuts="Enter Delete"
              tabIndex={index === Math.max(0, current) ? 0 : -1}
              title="Click to go there. Enter edits, Delete removes."
              onClick={() => playback()?.seek(mark.atMs / 1_000)}
              onDoubleClick={() => edit(mark)}
              onKeyDown={onKeyDown(mark, index)}
            >
              <span className={classes.time}>{clockText(mark.atMs / 1_000)}</span>
              <span className={mark.text === '' ? classes.dim : classes.text} dir="auto">
                {mark.text || 'Mark'}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
