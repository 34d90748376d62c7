import type { ActivityDetail } from '../../../../electron/contract/models/activity-models.ts'
import { statusText } from './request-text.ts'

const lines = (headers: ActivityDetail['requestHeaders']): string[] =>
  headers.map(([name, value]) => `${name}: ${value}`)

/** Request and answer as they travelled, without their bodies. */
export const headersText = (detail: ActivityDetail): string => {
  const { method, url, status, requestHeaders, answerHeaders } = detail
  const request = [`${method} ${url}`, ...lines(requestHeaders)]
  const answer = [status === null ? 'No response.' : statusText(status), ...lines(answerHeaders)]
  return [...request, '', ...answer, ''].join('\n')
}

const REDACTED = '[redacted]'

/** A header's value, its redacted parts apart. */
export const partsOf = (value: string): { text: string; redacted: boolean }[] =>
  value
    .split(REDACTED)
    .flatMap((text, index) => [
      ...(index > 0 ? [{ text: REDACTED, redacted: true }] : []),
      ...(text === '' ? [] : [{ text, redacted: false }]),
    ])
