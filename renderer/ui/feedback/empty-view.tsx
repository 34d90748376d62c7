import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../kit.module.css'

type EmptyViewProps = {
  title: string
  /** What will appear here. */
  text: ReactNode
  icon?: ReactNode
  /** The one action that fills the view. */
  action?: { label: string; onClick: () => void; busy?: boolean }
}

export const EmptyView = ({ title, text, icon, action }: EmptyViewProps) => (
  <div className={classes.view}>
    {icon ? (
      <div className={classes.viewIcon} aria-hidden="true">
        {icon}
      </div>
    ) : null}
    <h2 className={classes.viewTitle}>{title}</h2>
    <div className={classes.viewText}>{text}</div>
    {action ? (
      <div className={classes.viewActions}>
        <Button onClick={action.onClick} loading={action.busy ?? false}>
          {action.label}
        </Button>
      </div>
    ) : null}
  </div>
)
