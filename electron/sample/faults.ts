/** One answer given instead of the true one, to the next requests whose path contains `match`. */
export type NextAnswer = {
  status: number
  /** How many requests get it; counts down. */
  times: number
  /** Objects are sent as JSON, text as it is. Absent: the usual body for this status. */
  body?: unknown
  contentType?: string
  headers?: Record<string, string>
  /** Part of the path; absent means any. */
  match?: string
}

/** Cuts a body after so many bytes; `times` counts down, absent means until it is taken away. */
export type BodyCut = { afterBytes: number; times?: number }

export type ApiFaults = {
  /** First entry that matches is used up first. */
  next: NextAnswer[]
  /** Wait before any answer, ms. */
  delayMs: number
  /** False: `GET /sessions` answers `hiddenStatus`, as deployments without a list do. */
  listSupported: boolean
  /** Other optional operations this deployment does not have. */
  hidden: ('session' | 'profiles' | 'function' | 'usage')[]
  hiddenStatus: 404 | 405
  /** `html`: a gateway's page with status 200. `wrong-type`: the right JSON, called text/plain. */
  body: 'right' | 'html' | 'wrong-type'
  /** Moves the whole server's clock, ms: `Date`, expiry, signatures, reset (T07). */
  clockSkewMs: number
  rateLimit: { limit: number; windowS: number }
  /** Replaces the three rate-limit headers (R01-R05); `none` leaves them out. */
  rateHeaders: 'honest' | 'none' | Record<string, string | string[]>
  /** Value of `Retry-After` on 429 and 529; null leaves it out. */
  retryAfter: string | null
  /** Which of the known error forms a problem has (docs/deployments.md, Errors). */
  errorBodies: 'full' | 'detail' | 'message'
  /** Replaces the text of `expires_at` (T01-T05); gets the true expiry in epoch ms. */
  expiresAtText: ((expiresAt: number) => string | null) | null
}

export type MediaFaults = {
  /** First entry that matches is used up first. */
  next: NextAnswer[]
  /** Body faults below apply only to objects whose path contains this; null means all. */
  only: string | null
  /** Rate of one connection; null means as fast as it goes. */
  bytesPerSecond: number | null
  firstByteDelayMs: number
  /** Sends nothing more and holds the connection open. */
  stall: BodyCut | null
  /** Ends the connection in good order with fewer bytes than promised. */
  truncate: BodyCut | null
  /** Ends the connection with RST. */
  reset: BodyCut | null
  /** Every answer carries another ETag. */
  rotateEtag: boolean
  /** 200 with everything for a range. */
  ignoreRange: boolean
  /** 206 that starts elsewhere: aligned down to 512 bytes, or at 0 (D02). */
  wrongRange: 'aligned' | 'from-zero' | null
  /** No Content-Length: chunked. */
  chunked: boolean
  /** Links signed before this instant (epoch ms, server clock) answer 403 ExpiredToken, whatever they say. */
  revokedBefore: number | null
}

/** Everything the sample service can be told to do wrong. Mutable: change a field and the next request sees it. */
export type SampleFaults = { api: ApiFaults; media: MediaFaults }

export const noFaults = (rateLimit: ApiFaults['rateLimit']): SampleFaults => ({
  api: {
    next: [],
    delayMs: 0,
    listSupported: true,
    hidden: [],
    hiddenStatus: 404,
    body: 'right',
    clockSkewMs: 0,
    rateLimit,
    rateHeaders: 'honest',
    retryAfter: null,
    errorBodies: 'full',
    expiresAtText: null,
  },
  media: {
    next: [],
    only: null,
    bytesPerSecond: null,
    firstByteDelayMs: 0,
    stall: null,
    truncate: null,
    reset: null,
    rotateEtag: false,
    ignoreRange: false,
    wrongRange: null,
    chunked: false,
    revokedBefore: null,
  },
})

/** Takes the first entry that matches, counting it down. */
export const takeNext = (queue: NextAnswer[], path: string): NextAnswer | null => {
  const entry = queue.find((one) => one.times > 0 && (one.match === undefined || path.includes(one.match)))
  if (!entry) return null
  entry.times -= 1
  return entry
}

/** Bytes after which this body is cut, or null; counts the fault down. */
export const takeCut = (cut: BodyCut | null): number | null => {
  if (!cut || cut.times === 0) return null
  if (cut.times !== undefined) cut.times -= 1
  return cut.afterBytes
}
