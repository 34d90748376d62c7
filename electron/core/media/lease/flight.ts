import { fail, type Result } from '../../../contract/result.ts'

const CANCELLED = fail('cancelled', 'The request for new links was cancelled.')

/**
 * One run at a time for all who ask. It is aborted when all of them have left, and when `ended` aborts; `onEnd` is called
 * once after each run.
 */
export const createFlight = <T>(ended: AbortSignal, onEnd: () => void) => {
  let flight: { run: Promise<Result<T>>; waiting: number; abort: AbortController } | null = null

  return {
    isActive: (): boolean => flight !== null,
    /** Joins the run under way, else starts one. `signal`: the caller stops waiting; absent: waits to the end. */
    join: async (start: (signal: AbortSignal) => Promise<Result<T>>, signal?: AbortSignal): Promise<Result<T>> => {
      if (ended.aborted || signal?.aborted) return CANCELLED
      if (!flight) {
        const abort = new AbortController()
        const run = start(AbortSignal.any([abort.signal, ended])).finally(() => {
          flight = null
          onEnd()
        })
        flight = { run, waiting: 0, abort }
      }
      const joined = flight
      joined.waiting++
      const left = Promise.withResolvers<Result<T>>()
      const onAbort = () => left.resolve(CANCELLED)
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        return await Promise.race([joined.run, left.promise])
      } finally {
        signal?.removeEventListener('abort', onAbort)
        if (--joined.waiting === 0) joined.abort.abort()
      }
    },
  }
}
