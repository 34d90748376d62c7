import { isDiskProblem, type Problem } from '../../../electron/contract/result.ts'
import { ProblemStrip } from '../../ui/feedback/problem-strip.tsx'

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
  const retry = { label: 'Try again', onClick: onRetry }
  const folder = { label: 'Choose another folder', onClick: onFolder }
  const action = problem ? retry : held && isDiskProblem(held) ? folder : undefined
  return <ProblemStrip problem={problem ?? held} action={action} />
}
