import { useMemo } from 'react'
import type { AnalysisRecord } from '../../../../electron/contract/models/analysis-models.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { failureOf, isActive } from '../../../../electron/contract/text/session-failure.ts'
import { problemOf, useAsk } from '../../../bridge.ts'
import type { Insight } from '../player-context.ts'
import { failureMoment } from './failure-moment.ts'
import { timedSteps } from './timed-steps.ts'

type Known = {
  row: SessionRow | null
  /** Epoch ms of video time 0; null: unknown. */
  wallClockStart: number | null
  record: AnalysisRecord | null
  lengthMs: number | null
}

/** The steps of a session with their places in the recording, and where it failed. */
export const useSteps = (
  sessionId: string,
  { row, wallClockStart, record, lengthMs }: Known,
): Omit<Insight, 'analysis'> => {
  // An ended session does no more steps. Only sessions with steps cost a request.
  const none = row !== null && row.stepCount === 0 && !isActive(row.status)
  const asked = useAsk(
    'sessions.steps',
    { sessionId },
    { staleTime: 60_000, retry: false, enabled: row !== null && !none },
  )
  const steps = useMemo(() => {
    if (none) return []
    return asked.data ? timedSteps(asked.data.steps, wallClockStart) : null
  }, [asked.data, none, wallClockStart])
  const text = row ? failureOf(row) : null
  const failure = useMemo(
    () => (text === null ? null : { text, atMs: failureMoment(steps ?? [], record, lengthMs) }),
    [text, steps, record, lengthMs],
  )
  return {
    steps,
    stepsProblem: asked.error ? problemOf(asked.error) : null,
    stepsOmitted: asked.data?.omitted ?? 0,
    retrySteps: () => void asked.refetch(),
    failure,
  }
}
