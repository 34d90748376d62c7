import type { PolicyAnswer, PolicyRequest } from '../../../electron/contract/models/cache-policy-models.ts'
import { httpStatusText } from '../../ui/text/http-status.ts'
import type { Tone } from '../../ui/tone.ts'
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

/** `200 OK`, `422 Unprocessable Content`, `No answer`. */
export const statusText = ({ answer }: Pick<PolicyAnswer, 'answer'>): string =>
  answer === null ? 'No response' : httpStatusText(answer.status)

/** A rate limit passes by itself, so it is no failure. */
export const statusTone = ({ answer, problem }: Pick<PolicyAnswer, 'answer' | 'problem'>): Tone => {
  if (problem === null) return 'ready'
  return answer?.status === 429 ? 'neutral' : 'error'
}
