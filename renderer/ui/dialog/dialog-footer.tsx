import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

type DialogAction = { label: string; onClick: () => void; disabled?: boolean; loading?: boolean }
type MainAction = Omit<DialogAction, 'onClick'> & {
  /** Left out in a form: the button then submits it. */
  onClick?: () => void
  /** Deletes something: Enter then cancels, as the focus is on Cancel. */
  destructive?: boolean
  /** Enter runs it at once. Left out where a field of the dialog has the focus. */
  focused?: boolean
}

type DialogFooterProps = {
  /** What closes the dialog without doing anything; null where `main` does. */
  cancel: (Omit<DialogAction, 'label'> & { label?: string; focused?: boolean }) | null
  /** Rarer choices, between Cancel and the main one. */
  others?: readonly DialogAction[]
  main?: MainAction | null
  /** Shown at the left, for progress. */
  note?: ReactNode
  /** `md` below large fields. */
  size?: 'sm' | 'md'
}

/** The buttons of a dialog: Cancel first, one main button at the right, and never the focus on what deletes. */
export const DialogFooter = ({ cancel, others = [], main = null, note, size = 'sm' }: DialogFooterProps) => (
  <div className={classes.footer}>
    {note ? <div className={classes.note}>{note}</div> : null}
    {cancel ? (
      <Button
        variant="default"
        size={size}
        disabled={cancel.disabled ?? false}
        data-autofocus={cancel.focused || main?.destructive || undefined}
        onClick={cancel.onClick}
      >
        {cancel.label ?? 'Cancel'}
      </Button>
    ) : null}
    {others.map(({ label, disabled = false, loading = false, onClick }) => (
      <Button key={label} variant="default" size={size} disabled={disabled} loading={loading} onClick={onClick}>
        {label}
      </Button>
    ))}
    {main ? (
      <Button
        type={main.onClick ? 'button' : 'submit'}
        size={size}
        className={main.destructive ? classes.destructive : undefined}
        disabled={main.disabled ?? false}
        loading={main.loading ?? false}
        data-autofocus={(main.focused && !main.destructive) || undefined}
        {...(main.onClick ? { onClick: main.onClick } : {})}
      >
        {main.label}
      </Button>
    ) : null}
  </div>
)
