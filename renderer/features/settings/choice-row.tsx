import { NativeSelect } from '@mantine/core'
import { Row } from './row.tsx'
import { type Choice, withPresent } from './setting-values.ts'
import classes from './settings.module.css'

type ChoiceRowProps = {
  id: string
  title: string
  text: string
  value: number
  choices: readonly Choice[]
  /** The words of a present value that is none of the choices. */
  label?: (value: number) => string
  onChange: (value: number) => void
}

/** A number selected from a few. */
export const ChoiceRow = ({ id, title, text, value, choices, label = String, onChange }: ChoiceRowProps) => (
  <Row title={title} labelId={id} text={text}>
    <NativeSelect
      aria-labelledby={id}
      className={classes.narrow}
      value={String(value)}
      data={withPresent(choices, value, label)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  </Row>
)
