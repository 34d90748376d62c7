import { Pill, PillsInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onPageEnd } from '../../ui/saves/late-saves.ts'
import classes from './review.module.css'
import type { FieldProps } from './review-fields.tsx'
import { withTags } from './tags.ts'

/** Half-typed tags by account and session, and how each becomes a tag: they are there again when one comes back. */
const halfTyped = new Map<string, { text: string; commit: () => void }>()
onPageEnd(() => {
  for (const { commit } of halfTyped.values()) commit()
  halfTyped.clear()
})

/**
 * Tags as pills. Enter or a comma makes a tag; half-typed text stays when the field is left, and Esc discards it. Made of the library's parts: its own tags field comes with a list of suggestions, which we have not,
 * and that list is 3 % of the page.
 */
export const TagsField = ({ row, edit }: Pick<FieldProps, 'row' | 'edit'>) => {
  const key = `${row.accountId}/${row.sessionId}`
  const [text, setText] = useState(halfTyped.get(key)?.text ?? '')
  const save = (tags: string[]) => edit({ tags }, true)
  const add = (more: string) => {
    setText('')
    const tags = withTags(row.tags, more)
    if (tags.length > row.tags.length) save(tags)
  }
  useEffect(() => {
    if (text.trim() === '') halfTyped.delete(key)
    else halfTyped.set(key, { text, commit: () => add(text) })
  })
  return (
    <PillsInput label="Tags" classNames={{ root: classes.tags, input: classes.tagsInput }}>
      <Pill.Group>
        {row.tags.map((tag) => (
          <Pill
            key={tag}
            className={classes.pill}
            withRemoveButton
            onRemove={() => save(row.tags.filter((other) => other !== tag))}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          className={classes.tagsField}
          placeholder={row.tags.length === 0 ? 'Add a tag, then Enter' : ''}
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value
            if (typed.includes(',')) add(typed)
            else setText(typed)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') add(text)
            if (event.key === 'Escape') {
              if (text === '') event.currentTarget.blur()
              setText('')
            }
            if (event.key === 'Backspace' && text === '' && row.tags.length > 0) save(row.tags.slice(0, -1))
          }}
        />
      </Pill.Group>
    </PillsInput>
  )
}
