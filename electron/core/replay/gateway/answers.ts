import type { Problem, ProblemCode } from '../../../contract/result.ts'

/** On every answer. Nothing of the storage's own headers is passed on. */
const STRICT = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export const answer = (
  status: number,
  headers: Record<string, string>,
  body: string | ReadableStream<Uint8Array> | null,
): Response => new Response(body, { status, headers: { ...STRICT, ...headers } })

/**
 * hls.js never tries a 4xx again and does try a 5xx: what may be over in a moment is 5xx, what is final is
 * 4xx (edge-cases.md, "What the probes showed").
 */
const STATUS: Partial<Record<ProblemCode, number>> = {
  'not-reachable': 503,
  timeout: 504,
  'rate-limited': 503,
  overloaded: 503,
  'server-error': 503,
  internal: 500,
  'links-dead': 410,
  'list-changed': 410,
  'refused-address': 403,
  'not-found': 404,
  'no-recording': 404,
  'media-error': 424,
}

/** A problem as an answer to the player: the sentence as JSON, never the storage's own body (D10). */
export const problemAnswer = (problem: Problem): Response => {
  const known = STATUS[problem.code] ?? 424
  const upstream = problem.code === 'media-error' ? (problem.status ?? 0) : 0
  const status = upstream === 404 || upstream === 410 ? 404 : upstream >= 500 || upstream === 429 ? 502 : known
  const { code, message, next } = problem
  return answer(status, { 'content-type': 'application/json' }, JSON.stringify({ code, message, next }))
}

export const notSatisfiable = (size: number | null): Response =>
  answer(416, { 'content-range': `bytes */${size ?? '*'}`, 'accept-ranges': 'bytes' }, null)
