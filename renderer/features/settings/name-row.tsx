import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { invoke } from '../../bridge.ts'
import { useOpenText } from '../../ui/saves/use-open-text.ts'
import { PLACEHOLDER_TEXT, templateProblem } from './archive-values.ts'
import classes from './settings.module.css'

const SETTLE_MS = 120

/** Example, as one types. Null until the first answer. */
const usePreview = (template: string): readonly string[] | null => {
  const [names, setNames] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (templateProblem(template)) return
    let current = true
    const timer = setTimeout(async () => {
      const result = await invoke('archive.namePreview', { template: template.trim() })
      if (current && result.ok) setNames(result.value.names)
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [template])
  return names
}

/** Kept on Enter or when the field is left; invalid input is reported and not kept. */
export const NameRow = ({ template, onChange }: { template: string; onChange: (template: string) => void }) => {
  const [text, setText] = useState(template)
  useEffect(() => setText(template), [template])
  const names = usePreview(text)
  const error = templateProblem(text)
  const keep = () => {
    const next = text.trim()
    if (!error && next !== template) onChange(next)
    return undefined
  }
  useOpenText({ isOpen: () => text !== template, commit: keep })
  return (
    <div className={classes.block}>
      <TextInput
        label="File names"
        description={`Text and ${PLACEHOLDER_TEXT}. Existing files keep their names.`}
        value={text}
        error={error}
        maxLength={300}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
        }}
      />
      <ul className={classes.preview} aria-label="Example" aria-live="polite">
        {(names ?? ['']).map((name) => (
          <li key={name} className={classes.previewName} title={name}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
