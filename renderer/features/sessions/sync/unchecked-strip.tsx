import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SessionListQuery } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import frame from '../../../ui/list/list.module.css'
import { formatCount } from '../../../ui/text/format-text.ts'
import { hasChip } from '../query/query-chips.ts'
import classes from '../sessions.module.css'

/** Rows that turned out to have a recording join the list in turns of so many checks. */
const FOUND_EVERY = 5

type Run = { done: number; of: number }

const uncheckedText = (total: number): string =>
  total === 1
    ? "1 session isn't checked for a recording yet, so it may be missing here."
    : `${formatCount(total)} sessions aren't checked for a recording yet, so they may be missing here.`

/**
 * "Has recording" lists sessions known to have one. How many nobody has asked the service about is said here, with the
 * way to ask: one request each, behind everything else and never from the share of the limit kept for the person.
 */
export const UncheckedStrip = ({ query, onFound }: { query: SessionListQuery; onFound: () => void }) => {
  const wanted = hasChip(query.text, 'has-recording')
  const client = useQueryClient()
  const found = useAsk('sessions.unchecked', query, { enabled: wanted, staleTime: 0 }).data
  const [run, setRun] = useState<Run | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }
  // Another query, another account, another view: the checks of this one end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes
  useEffect(() => stop, [query])
  if (!wanted || !found || (found.total === 0 && !run && !problem)) return null

  const check = async () => {
    stopped.current = false
    setProblem(null)
    for (const [done, sessionId] of found.sessionIds.entries()) {
      if (stopped.current) break
      setRun({ done, of: found.sessionIds.length })
      const answer = await invoke('sessions.checkRecording', { sessionId })
      if (answer.ok && done % FOUND_EVERY === FOUND_EVERY - 1) onFound()
      if (answer.ok) continue
      setProblem(answer.problem)
      break
    }
    setRun(null)
    onFound()
    await client.invalidateQueries({ queryKey: ['sessions.unchecked'] })
  }
  return (
    <div className={frame.strip}>
      {problem ? (
        <ProblemView compact problem={problem} action={{ label: 'Retry', onClick: () => void check() }} />
      ) : (
        <div className={classes.unchecked} role="status">
          <span>
            {run ? `Checking ${formatCount(run.done + 1)} of ${formatCount(run.of)}…` : uncheckedText(found.total)}
          </span>
          {run ? (
            <Button variant="default" onClick={stop}>
              Cancel
            </Button>
          ) : (
            <Button variant="default" onClick={() => void check()}>
              Check recordings
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
