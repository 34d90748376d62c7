import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useOpenText } from '../../../ui/saves/use-open-text.ts'
import classes from './snapshots.module.css'

type LabelFieldProps = {
  label: string | null
  editing: boolean
  onEdit: () => void
  /** Null: nothing was changed. */
  onDone: (label: string | null) => void
}

/** The label of a snapshot, changed in its place. Enter or leaving keeps it, Esc does not. */
export const LabelField = ({ label, editing, onEdit, onDone }: LabelFieldProps) =>
  editing ? (
    <Editor label={label ?? ''} onDone={onDone} />
  ) : (
    <button type="button" className={classes.label} data-empty={label === null || undefined} onClick={onEdit}>
      {label ?? 'Add a label'}
    </button>
  )

const Editor = ({ label, onDone }: { label: string; onDone: LabelFieldProps['onDone'] }) => {
  const [text, setText] = useState(label)
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false) // leaving the field follows Enter and Esc, and must not end it twice
  useEffect(() => field.current?.select(), [])
  const end = (kept: boolean) => {
    if (ended.current) return
    ended.current = true
    onDone(kept && text.trim() !== label ? text.trim() : null)
  }
  useOpenText({
    isOpen: () => text.trim() !== label && !ended.current,
    commit: () => {
      end(true)
      return undefined
    },
  })
  return (
    <TextInput
      ref={field}
      className={classes.labelInput}
      aria-label="Label"
      placeholder="Label"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter')
      }}
    />
  )
}
