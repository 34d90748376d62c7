import { useRef, useState } from 'react'

type Outcome<T, P> = { ok: true; value: T } | { ok: false; problem: P }

/**
 * One act at a time, with its busy state and its problem. Takes a plain async function, so that what it closes over
 * (a key, a password) is held by nothing once it has ended.
 */
export const useTask = <P>() => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<P | null>(null)
  const running = useRef(false)
  const run = async <T>(action: () => Promise<Outcome<T, P>>): Promise<Outcome<T, P> | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const outcome = await action()
      if (!outcome.ok) setProblem(outcome.problem)
      return outcome
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, run, clear: () => setProblem(null) }
}
