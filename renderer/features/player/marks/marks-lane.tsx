import { type KeyboardEvent, useRef } from 'react'
import type { Mark } from '../../../../electron/contract/models/session-models.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import { usePlayer, usePlayerState } from '../player-context.ts'
import classes from '../timeline/axis.module.css'
import { isShown, placeIn } from '../timeline/axis-view.ts'
import { useAxisView } from '../timeline/use-axis-view.ts'

/** Notes and marks where they are in time. One Tab stop; arrows go from mark to mark. */
export const MarksLane = () => {
  const { marks, store, playback } = usePlayer()
  const view = useAxisView()
  const shown = view.toS > 0 ? marks.marks.filter(({ atMs }) => isShown(view, atMs / 1_000)) : []
  // The mark at or before the playhead is the Tab stop.
  const current = usePlayerState((s) => {
    const at = shown.findLastIndex((mark) => mark.atMs <= s.timeS * 1000 + 1)
    return Math.max(0, at)
  })
  const lane = useRef<HTMLDivElement>(null)

  const open = (mark: Mark) => store.setState({ draft: { markId: mark.id, atMs: mark.atMs, text: mark.text } })
  const onKeyDown = (mark: Mark, index: number) => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Delete') void marks.remove(mark.id)
    else if (step !== undefined && !event.ctrlKey && !event.shiftKey) {
      lane.current?.querySelectorAll('button')[index + step]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.marks} role="group" aria-label="Notes and marks" ref={lane} data-lane="Notes">
      {shown.map((mark, index) => (
        <Tip key={mark.id} label={`${clockText(mark.atMs / 1000)} ${mark.text || 'Mark'}`} position="top">
          <button
            type="button"
            className={classes.mark}
            data-note={mark.text !== '' || undefined}
            tabIndex={index === current ? 0 : -1}
            style={{ left: placeIn(view, mark.atMs / 1000) }}
            aria-label={
              mark.text
                ? `Note at ${clockText(mark.atMs / 1000)}: ${mark.text}`
                : `Mark at ${clockText(mark.atMs / 1000)}`
            }
            onClick={() => playback()?.seek(mark.atMs / 1000)}
            onDoubleClick={() => open(mark)}
            onContextMenu={(event) => {
              event.preventDefault()
              open(mark)
            }}
            onKeyDown={onKeyDown(mark, index)}
          />
        </Tip>
      ))}
    </div>
  )
}
