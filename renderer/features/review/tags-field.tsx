import { Pill, PillsInput } from '@mantine/core'
import { useState } from 'react'
import classes from './review.module.css'
import type { FieldProps } from './review-fields.tsx'
import { withTags } from './tags.ts'

/**
 * Tags as pills. Made of the library's parts: its own tags field comes with a list of suggestions, which we have not,
 * and that list is 3 % of the page.
 */
export const TagsField = ({ row, edit }: Pick<FieldProps, 'row' | 'edit'>) => {
  const [text, setText] = useState('')
  const save = (tags: string[]) => edit({ tags }, true)
  const add = (more: string) => {
    setText('')
    const tags = withTags(row.tags, more)
    if (tags.length > row.tags.length) save(tags)
  }
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
            if (event.key === 'Backspace' && text === '' && row.tags.length > 0) save(row.tags.slice(0, -1))
          }}
          onBlur={() => add(text)}
        />
      </Pill.Group>
    </PillsInput>
  )
}
