import type { PolicyAnswer, PolicyRequest } from '../../../electron/contract/models/cache-policy-models.ts'
import { spanText } from './fields.ts'

/** `refresh · max age 1 d · ttl 60 s`; `no cache headers` when none was sent. */
export const askedText = ({ mode, maxAgeMs, ttlSeconds }: PolicyRequest): string => {
  const span = (ms: number) => (ms === 0 ? '0' : spanText(ms).replace(/^= /, ''))
  const parts = [
    mode ?? '',
    maxAgeMs === undefined ? '' : `max age ${span(maxAgeMs)}`,
    ttlSeconds === undefined ? '' : `ttl ${span(ttlSeconds * 1_000)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'no cache headers' : parts.join(' · ')
}

/** Reason phrases of the answers that this operation is known to give (RFC 9110; 529 is in use without one). */
const PHRASES: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  529: 'Overloaded',
}

/** `200 OK`, `422 Unprocessable Content`, `No answer`. */
export const statusText = ({ answer }: Pick<PolicyAnswer, 'answer'>): string =>
  answer === null ? 'No response' : `${answer.status} ${PHRASES[answer.status] ?? ''}`.trim()

/** An answer that can be used, one that says wait, one that says no. */
export const statusTone = ({
  answer,
  problem,
}: Pick<PolicyAnswer, 'answer' | 'problem'>): 'ready' | 'waiting' | 'dead' => {
  if (problem === null) return 'ready'
  return answer?.status === 429 ? 'waiting' : 'dead'
}
