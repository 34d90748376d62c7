import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

type ChipGroupProps<T extends string> = {
  label: string
  chips: readonly { id: T; label: ReactNode }[]
  selected: readonly T[]
  onToggle: (id: T) => void
}

/** Chips that narrow a list; each can be on by itself. */
export const ChipGroup = <T extends string>({ label, chips, selected, onToggle }: ChipGroupProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every engine
  <div className={classes.chips} role="group" aria-label={label}>
    {chips.map((chip) => (
      <button
        key={chip.id}
        type="button"
        className={classes.chip}
        aria-pressed={selected.includes(chip.id)}
        onClick={() => onToggle(chip.id)}
      >
        {chip.label}
      </button>
    ))}
  </div>
)
