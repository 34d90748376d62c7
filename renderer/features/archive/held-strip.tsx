import type { Problem } from '../../../electron/contract/result.ts'
import frame from '../../ui/list-place.module.css'
import { ProblemView } from '../../ui/problem-view.tsx'

type HeldStripProps = {
  /** The table itself cannot be read. */
  problem: Problem | null
  /** The whole queue stands still. */
  held: Problem | null
  onRetry: () => void
  onFolder: () => void
}

/** One line above the table that says what is wrong; the most pressing only. */
export const HeldStrip = ({ problem, held, onRetry, onFolder }: HeldStripProps) => {
  const shown = problem ?? held
  if (!shown) return null
  const retry = { label: 'Try again', onClick: onRetry }
  const folder = { label: 'Choose another folder', onClick: onFolder }
  const action = problem ? retry : shown.code === 'storage' ? folder : undefined
  return (
    <div className={frame.strip}>
      <ProblemView compact problem={shown} action={action} />
    </div>
  )
}
