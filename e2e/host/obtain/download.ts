import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { DownloadFailure, failureOf } from './failures.ts'

export type Bounds = {
  /** A connection that brings no byte for this long is given up; the whole download may take any time. */
  silenceMs: number
  /** Pause before a broken download is resumed. */
  retryAfterMs: number
}

export const BOUNDS: Bounds = { silenceMs: 20_000, retryAfterMs: 1_000 }
/** Attempts in a row that bring nothing new; each one that does earns another. */
const ATTEMPTS = 2

export type Progress = { bytes: number; total: number | null }

type Options = { bounds: Bounds; signal: AbortSignal; onProgress: (progress: Progress) => void }
type Part = { bytes: number; validator: string | null }

/** A resumed answer continues only the same file at the same byte; anything else starts over. */
const continues = (response: Response, from: number): boolean =>
  response.status === 206 && (response.headers.get('content-range') ?? '').startsWith(`bytes ${from}-`)

/** Answers that may be another one at the next attempt; 416 then asks for the whole file. */
const mayPass = (status: number): boolean => status >= 500 || status === 429 || status === 408 || status === 416

/** A weak validator says nothing about single bytes (RFC 9110, 13.1.5). */
const validatorOf = ({ headers }: Response): string | null => {
  const tag = headers.get('etag')
  return tag && !tag.startsWith('W/') ? tag : headers.get('last-modified')
}

/** One connection. Appends to the file from `part.bytes` on and counts there; throws when it ends early. */
const attempt = async (
  url: string,
  file: string,
  part: Part,
  { bounds, signal, onProgress }: Options,
): Promise<void> => {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new DownloadFailure('stalled', url)), bounds.silenceMs)
  try {
    const headers = new Headers({ 'accept-encoding': 'identity' })
    if (part.bytes > 0 && part.validator) {
      headers.set('range', `bytes=${part.bytes}-`)
      headers.set('if-range', part.validator)
    }
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.any([signal, silence.signal]),
    })
    timer.refresh()
    if (!response.ok) {
      await response.body?.cancel()
      if (response.status === 416) part.bytes = 0
      throw new DownloadFailure(mayPass(response.status) ? 'broken' : 'refused', url, { status: response.status })
    }
    if (!continues(response, part.bytes)) part.bytes = 0
    part.validator = validatorOf(response)
    const length = Number(response.headers.get('content-length'))
    const total = length > 0 ? part.bytes + length : null
    const target = createWriteStream(file, { flags: part.bytes > 0 ? 'a' : 'w' })
    const written = Promise.withResolvers<void>()
    target.once('error', written.reject).once('close', written.resolve)
    written.promise.catch(() => {}) // awaited below; a full disk must not end the process before
    try {
      for await (const chunk of response.body ?? []) {
        timer.refresh()
        if (!target.write(chunk)) await Promise.race([once(target, 'drain'), written.promise])
        part.bytes += chunk.length
        onProgress({ bytes: part.bytes, total })
      }
    } finally {
      target.end()
      await written.promise
    }
    if (total !== null && part.bytes < total) throw new DownloadFailure('broken', url)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Downloads `url` to `file` at any speed. A connection that falls silent or breaks is resumed where it stopped, as long
 * as every second attempt brings something new. Throws a `DownloadFailure`; the file may then hold a part.
 */
export const download = async (url: string, file: string, options: Options): Promise<void> => {
  const part: Part = { bytes: 0, validator: null }
  let most = 0
  let fruitless = 0
  for (;;) {
    try {
      return await attempt(url, file, part, options)
    } catch (error) {
      const failure = options.signal.aborted ? new DownloadFailure('stopped', url) : failureOf(error, url, most > 0)
      fruitless = part.bytes > most ? 0 : fruitless + 1
      most = Math.max(most, part.bytes)
      const isFinal = failure.kind !== 'stalled' && failure.kind !== 'broken'
      if (isFinal || fruitless >= ATTEMPTS) throw failure
    }
    await wait(options.bounds.retryAfterMs, undefined, { signal: options.signal }).catch(() => {})
  }
}
