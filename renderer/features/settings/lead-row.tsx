import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useOpenText } from '../../ui/saves/use-open-text.ts'
import { formatSpan } from '../../ui/text/format-text.ts'
import { Row } from './row.tsx'
import { readLead } from './setting-values.ts'
import classes from './settings.module.css'

/** Kept on Enter or when the field is left; invalid input is reported and not kept. */
export const LeadRow = ({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) => {
  const [error, setError] = useState<string | null>(null)
  const keep = (input: HTMLInputElement) => {
    const read = readLead(input.value)
    setError('error' in read ? read.error : null)
    if ('error' in read || read.seconds === seconds) return
    onChange(read.seconds)
  }
  const field = useRef<HTMLInputElement>(null)
  useOpenText({
    isOpen: () => field.current !== null && field.current.value !== `${seconds} s`,
    commit: () => {
      if (field.current) keep(field.current)
      return undefined
    },
  })
  return (
    <Row
      title="Renew links ahead of time"
      labelId="setting-lead"
      text={`Links of an open recording are renewed ${formatSpan(seconds * 1000)} before they expire.`}
    >
      <TextInput
        key={seconds}
        ref={field}
        aria-labelledby="setting-lead"
        className={classes.narrow}
        defaultValue={`${seconds} s`}
        error={error}
        onBlur={(event) => keep(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep(event.currentTarget)
        }}
      />
    </Row>
  )
}
