import type { Problem, Result } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import { writeRange } from './ranges.ts'
import { type Next, pause } from './read-chunks.ts'
import type { Validator } from './storage-answer.ts'
import { cutShort, isMissing, wrongRange } from './storage-problems.ts'
import { createStorageRequest, type Expect, type Outcome, type Part } from './storage-request.ts'
import { cancelled, type Transport, TransportFault } from './storage-transport.ts'

/** Where the present link of one object comes from, and who is notified of the outcome. */
export type LinkSource = {
  /** The present link, or why there is none. */
  link: () => Result<{ url: string; generation: number }>
  /** The link of that generation was refused: answers once a newer one is there, or why there is none. */
  renew: (generation: number, refusal: Refusal) => Promise<Result<void>>
  /** The new link was refused as well. Answers the problem to show. */
  rejected: (generation: number, refusal: Refusal) => Problem
  worked: (generation: number) => void
}
export type Refusal = { status: number; code: string | null }

export type Timing = {
  headTimeoutMs: number
  stallMs: number
  /** Waits before the further tries after a transient fault. */
  pausesMs: number[]
}

/** 20 s covers a slow first byte, 15 s without a byte is a stalled connection; four tries within about five seconds. */
export const DEFAULT_TIMING: Timing = { headTimeoutMs: 20_000, stallMs: 15_000, pausesMs: [100, 1_000, 3_000] }

/** Bytes of an object, `last` inclusive, null for "to the end". */
export type Want = { first: number; last: number | null }

/** An object that is being read. `total` and `last` are null while unknown. */
export type Opened = {
  first: number
  last: number | null
  total: number | null
  contentType: string
  /** The next bytes, null at the end. Throws TransportFault when nothing helps any more. */
  next: Next
  /** Closes the connection. Safe to call twice. */
  close: () => void
}

/** The object ends before the wanted byte; `total` when the storage told it. */
export class Unsatisfiable extends Error {
  readonly total: number | null
  constructor(total: number | null) {
    super('range not satisfiable')
    this.total = total
  }
}

export type OpenObject = (source: LinkSource, want: Want | null, expect: Expect, signal: AbortSignal) => Promise<Opened>

/**
 * Some storages answer 404 or 410 for a link whose time is over (docs/deployments.md, Replay): new links are tried
 * once.
 */
const asRefused = (error: unknown): Outcome => {
  const status = error instanceof TransportFault ? error.problem.status : undefined
  if (status !== undefined && isMissing(status)) return { kind: 'refused', status, code: null }
  throw error
}

const smaller = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

/**
 * Reads objects behind signed links and repairs inside what can be repaired: transient faults are tried
 * again, a refused signature is renewed once (P24), a transfer that breaks resumes from the byte it reached
 * if the storage still has the same object (D03, P12), a server that ignores ranges is sliced. Throws
 * TransportFault or Unsatisfiable.
 */
export const createOpenObject = (config: { transport: Transport; clock: Clock; timing: Timing }): OpenObject => {
  const { clock, timing } = config
  const attempt = createStorageRequest({ transport: config.transport, clock, stallMs: timing.stallMs })

  return async (source, want, expect, signal) => {
    const start = want?.first ?? 0
    let position = start // the next byte that goes to the reader
    let failures = 0
    let renewed = false
    let wholeOnly = false // the server answers ranges wrongly, or compresses
    let known: Validator | null = null

    const failed = async (problem: Problem, waitMs: number): Promise<void> => {
      const ms = timing.pausesMs[failures++]
      if (ms === undefined) throw new TransportFault(problem, true)
      await pause(clock, Math.max(ms, waitMs), signal)
    }

    const headers = (): Record<string, string> => {
      const plain: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' }
      if (wholeOnly || (want === null && position === 0)) return plain
      const ranged: Record<string, string> = { ...plain, range: writeRange(position, want?.last ?? null) }
      if (known?.etag && !known.etag.startsWith('W/')) ranged['if-range'] = known.etag
      return ranged
    }

    const reach = async (): Promise<Part> => {
      for (;;) {
        if (signal.aborted) throw cancelled()
        const link = source.link()
        if (!link.ok) throw new TransportFault(link.problem, false)
        const { url, generation } = link.value
        const looksAt = position === start ? expect : 'middle'
        const asked = { url, headers: headers(), position, known, expect: looksAt, signal }
        const outcome = await attempt(asked).catch(asRefused)
        switch (outcome.kind) {
          case 'part':
            source.worked(generation)
            return outcome.part
          case 'transient':
            await failed(outcome.problem, outcome.waitMs)
            break
          case 'unsatisfiable':
            throw position > start ? new TransportFault(cutShort, false) : new Unsatisfiable(outcome.total)
          case 'wrong-range':
            if (wholeOnly) throw new TransportFault(wrongRange, false)
            wholeOnly = true
            break
          case 'refused': {
            if (renewed) throw new TransportFault(source.rejected(generation, outcome), false)
            const newer = await source.renew(generation, outcome)
            if (!newer.ok) throw new TransportFault(newer.problem, false)
            renewed = true
          }
        }
      }
    }

    let part = await reach()
    const { contentType } = part
    known = part.validator
    if (part.coded) wholeOnly = true
    const { total } = known
    const last = smaller(want?.last ?? null, total === null ? part.last : total - 1)

    const next: Next = async () => {
      for (;;) {
        if (last !== null && position > last) {
          // Read past the end, unhurried: only then the connection can be used again.
          if (part.last === last) part.next().then(part.close, part.close)
          else part.close()
          return null
        }
        let fault = cutShort
        try {
          const chunk = await part.next()
          if (chunk !== null) {
            const room = last === null ? chunk.length : last - position + 1
            position += Math.min(chunk.length, room)
            failures = 0
            renewed = false
            return chunk.length > room ? chunk.subarray(0, room) : chunk
          }
          if (last === null) return null
        } catch (error) {
          part.close()
          if (!(error instanceof TransportFault) || !error.transient) throw error
          fault = error.problem
        }
        part.close()
        await failed(fault, 0)
        part = await reach()
        if (part.coded) wholeOnly = true
      }
    }

    return { first: start, last, total, contentType, next, close: () => part.close() }
  }
}
