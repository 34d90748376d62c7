import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ok } from '../../../../electron/contract/result.ts'
import { useOpenText } from '../../../ui/saves/use-open-text.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import { usePlayer, usePlayerState } from '../player-context.ts'
import type { NoteDraft } from '../player-store.ts'
import classes from '../timeline/axis.module.css'
import { shareWithin } from '../timeline/axis-view.ts'
import { useAxisView } from '../timeline/use-axis-view.ts'

/** Writes or changes the note of a moment, above its place on the axis. Enter keeps it, Esc leaves it. */
export const NoteEditor = () => {
  const draft = usePlayerState((s) => s.draft)
  return draft ? <Editor key={`${draft.markId}${draft.atMs}`} draft={draft} /> : null
}

const Editor = ({ draft }: { draft: NoteDraft }) => {
  const { marks, store } = usePlayer()
  const view = useAxisView()
  const [text, setText] = useState(draft.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const ended = useRef(false)

  const close = () => {
    ended.current = true
    if (store.getState().draft === draft) store.setState({ draft: null })
  }
  /** The editor stays, with its text, when the note could not be kept. */
  const keep = async () => {
    if (ended.current) return ok(null)
    ended.current = true
    const note = text.trim()
    if (!draft.markId && note === '') {
      close()
      return ok(null)
    }
    const result = await (draft.markId ? marks.update(draft.markId, note) : marks.add(draft.atMs, note))
    if (result.ok) close()
    else ended.current = false
    return result
  }
  useOpenText({ isOpen: () => text.trim() !== draft.text && !ended.current, commit: keep })
  useEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) void keep()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const fraction = shareWithin(view, draft.atMs / 1000)
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
        placeholder="What happens here?"
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
        <Button onClick={() => void keep()}>Save note</Button>
      </div>
    </div>
  )
}
