import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './axis.module.css'
import { fractionOf } from './axis.ts'
import { clockText } from './clocks.ts'
import { usePlayer, usePlayerState } from './player-context.ts'
import type { NoteDraft } from './player-store.ts'

/** Writes or changes the note of a moment, above its place on the axis. Enter keeps it, Esc leaves it. */
export const NoteEditor = () => {
  const draft = usePlayerState((s) => s.draft)
  return draft ? <Editor key={`${draft.markId}${draft.atMs}`} draft={draft} /> : null
}

const Editor = ({ draft }: { draft: NoteDraft }) => {
  const { marks, store } = usePlayer()
  const lengthS = usePlayerState((s) => s.lengthS)
  const [text, setText] = useState(draft.text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  const close = () => store.setState({ draft: null })
  const keep = () => {
    const said = text.trim()
    if (draft.markId) void marks.update(draft.markId, said)
    else if (said) void marks.add(draft.atMs, said)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) keep()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const fraction = fractionOf(draft.atMs / 1000, lengthS)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not modal, and placed by the axis
    <div
      className={classes.editor}
      role="group"
      aria-label={`Note at ${clockText(draft.atMs / 1000)}`}
      style={{ left: `${fraction * 100}%`, transform: `translateX(${-fraction * 100}%)` }}
      onKeyDown={onKeyDown}
    >
      <Textarea
        ref={field}
        aria-label="Note text"
        placeholder="What happens here"
        value={text}
        maxLength={2_000}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.editorRow}>
        <span className={classes.editorTime}>{clockText(draft.atMs / 1000)}</span>
        {draft.markId ? (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              if (draft.markId) void marks.remove(draft.markId)
              close()
            }}
          >
            Remove
          </Button>
        ) : null}
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button onClick={keep}>Keep note</Button>
      </div>
    </div>
  )
}
