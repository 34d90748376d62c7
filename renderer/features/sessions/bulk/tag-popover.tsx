import { Button, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { titleWithKeys } from '../../../ui/keys/keymap.ts'
import { sessionListShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import classes from './bulk.module.css'

type TagPopoverProps = {
  opened: boolean
  onOpened: (opened: boolean) => void
  onTags: (tags: string[]) => void
}

/** The tags of a text: parted at commas, at most 60 characters each. */
const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim().slice(0, 60).trim())
    .filter((tag) => tag !== '')
    .slice(0, 50)

/** Asks for the tags that all selected sessions get. */
export const TagPopover = ({ opened, onOpened, onTags }: TagPopoverProps) => {
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onOpened(false)
  }
  const add = () => {
    const tags = tagsIn(text)
    close()
    if (tags.length > 0) onTags(tags)
  }
  return (
    <Popover opened={opened} onChange={onOpened} position="top" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          title={titleWithKeys(sessionListShortcuts.tag)}
          onClick={() => onOpened(!opened)}
        >
          Tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tag selected">
        <form
          className={classes.tagForm}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextInput
            aria-label="Tags for the selected sessions"
            placeholder="Tags, separated by commas"
            value={text}
            maxLength={500}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" disabled={tagsIn(text).length === 0}>
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
