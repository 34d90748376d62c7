import type { Problem, ProblemCode } from '../../../contract/result.ts'
import { bodyDetails, bodyFields, bodySays, looksLikeHtml } from '../http/body-text.ts'
import { redact } from '../redaction/redact.ts'

/** One answer of the service, read whole. */
export type Answer = {
  status: number
  headers: Headers
  text: string
  /** From sending to the last byte. */
  ms: number
}

export type Context = {
  /** Known secrets that a body may echo. */
  secrets: Iterable<string | null>
  /** ms the service asks to wait, from `Retry-After`; only a finite, positive number is passed on. */
  retryAfterMs: number | null
  /**
   * An operation the contract does not have: 404 and 405 mean that this deployment lacks it (docs/deployments.md,
   * Listing).
   */
  optional?: boolean
}

type Words = { code: ProblemCode; message: string; next?: string }

/** The service cannot answer right now; a GET is retried (docs/deployments.md, Errors). */
export const OVERLOADED: ReadonlySet<number> = new Set([502, 503, 504, 529])

const textOf = (status: number, optional: boolean): Words => {
  const missing = status === 404 || status === 405 || status === 501
  if (optional && missing) return { code: 'not-supported', message: 'This service does not support this' }
  switch (status) {
    case 401:
      return { code: 'unauthorized', message: 'The service rejected the sign-in', next: 'Sign in again.' }
    case 403:
      return { code: 'forbidden', message: 'Access denied', next: 'Check the permissions of your key.' }
    case 404:
    case 410:
      return { code: 'not-found', message: 'Not found', next: 'Check the id and the account.' }
    case 405:
    case 501:
      return { code: 'not-supported', message: 'This service does not support this' }
    case 408:
      return { code: 'timeout', message: 'The service timed out waiting for the request', next: 'Retry.' }
    case 409:
      return {
        code: 'conflict',
        message: 'Something else was changed in the meantime',
        next: 'Reload, then retry.',
      }
    case 422:
      return { code: 'rejected', message: 'The service rejected the values', next: 'Correct them, then retry.' }
    case 429:
      return { code: 'rate-limited', message: 'Too many requests', next: 'Wait a moment, then retry.' }
  }
  if (OVERLOADED.has(status)) {
    return {
      code: 'overloaded',
      message: 'The service is overloaded or restarting',
      next: 'Retry in a minute.',
    }
  }
  if (status >= 500)
    return { code: 'server-error', message: 'The service reported an internal error', next: 'Retry in a minute.' }
  return { code: 'rejected', message: 'The service rejected the request' }
}

/** The sentence of an answer: our words, the status, and what the body says. */
export const sentence = (text: string, status: number, said: string | null): string =>
  said === null ? `${text} (${status}).` : `${text} (${status}): ${said.replace(/(?<![.\s])[.\s]+$/, '')}.`

/** Any answer that is not 2xx → one problem (E01, E02). Never throws, never shows `input`, `ctx` or a secret. */
export const problemOfAnswer = (answer: Answer, context: Context): Problem => {
  const text = textOf(answer.status, context.optional ?? false)
  const contentType = answer.headers.get('content-type')
  const said = looksLikeHtml(answer.text, contentType) ? null : bodySays(answer.text)
  const details = bodyDetails(answer.text, context.secrets)
  const fields = bodyFields(answer.text, context.secrets)
  const wait = context.retryAfterMs
  return {
    code: text.code,
    message: sentence(text.message, answer.status, said === null ? null : redact(said, context.secrets)),
    status: answer.status,
    ...(text.next === undefined ? {} : { next: text.next }),
    ...(details === undefined ? {} : { details }),
    ...(fields === undefined ? {} : { fields }),
    ...(wait !== null && Number.isFinite(wait) && wait > 0 ? { retryAfterMs: Math.ceil(wait) } : {}),
  }
}

/** A 2xx answer that cannot be used: a web page says that this is another kind of server. */
export const problemOfBadBody = (answer: Answer, context: Context): Problem => {
  const html = looksLikeHtml(answer.text, answer.headers.get('content-type'))
  const details = bodyDetails(answer.text, context.secrets)
  return {
    ...(html
      ? {
          code: 'not-this-service',
          message: 'The service returned a web page instead of data.',
          next: 'Check the address of the service.',
        }
      : {
          code: 'bad-answer',
          message: 'The service sent an invalid response.',
          next: 'Retry. If this happens again, report it to the operator of the service.',
        }),
    status: answer.status,
    ...(details === undefined ? {} : { details }),
  }
}
