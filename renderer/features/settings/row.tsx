import type { ReactNode } from 'react'
import classes from './settings.module.css'

type RowProps = { title: string; text: ReactNode /** Names the control. */; labelId?: string; children: ReactNode }

/** One setting: words on the left, its control on the right. */
export const Row = ({ title, text, labelId, children }: RowProps) => (
  <div className={classes.row}>
    <div className={classes.text}>
      <div id={labelId} className={classes.name}>
        {title}
      </div>
      <div className={classes.text}>{text}</div>
    </div>
    <div className={classes.control}>{children}</div>
  </div>
)
