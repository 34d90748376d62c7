import { setTimeout as sleep } from 'node:timers/promises'
import { fail, type Result } from '../contract/result.ts'

/** docs/deployments.md, Replay: clients ask every 5 s. */
const EVERY_MS = 5_000

type WaitOptions = {
  /** How long a recording may be waited for, ms; 0 asks once. */
  waitMs: number
  signal: AbortSignal
  everyMs?: number
  /** Called before each pause with what is left, ms. */
  onWait?: (leftMs: number) => void
}

/** Polls while the session runs or its recording is being processed, by a clock that does not jump (T07). */
export const waitForRecording = async <T>(
  ask: () => Promise<Result<T>>,
  { waitMs, signal, everyMs = EVERY_MS, onWait }: WaitOptions,
): Promise<Result<T>> => {
  const until = performance.now() + waitMs
  for (;;) {
    const answer = await ask()
    const waits = !answer.ok && (answer.problem.code === 'not-ended' || answer.problem.code === 'processing')
    const left = until - performance.now()
    if (!waits || left <= 0) return answer
    onWait?.(left)
    await sleep(Math.min(everyMs, left), undefined, { signal }).catch(() => {})
    if (signal.aborted) return fail('cancelled', 'Stopped waiting.')
  }
}
