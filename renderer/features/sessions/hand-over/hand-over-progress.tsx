import { useEffect, useState } from 'react'
import { onEvent } from '../../../bridge.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import classes from './hand-over.module.css'

type ProgressProps = {
  /** What is done to the things that are counted: "Reading". */
  verb: string
  /** "sessions" */
  things: string
  /** Before the first count. */
  before: string
}

/** How far an export or an import is. */
export const HandOverProgress = ({ verb, things, before }: ProgressProps) => {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  useEffect(() => onEvent('reviews.progress', setProgress), [])
  return (
    <span className={classes.progress} role="status">
      {progress ? `${verb}: ${formatCount(progress.done)} of ${formatCount(progress.total)} ${things}` : before}
    </span>
  )
}
