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

/** The service cannot answer right now; a GET is asked again (docs/deployments.md, Errors). */
export const OVERLOADED: ReadonlySet<number> = new Set([502, 503, 504, 529])

const wordsOf = (status: number, optional: boolean): Words => {
  const missing = status === 404 || status === 405 || status === 501
  if (optional && missing) return { code: 'not-supported', message: 'This service does not offer it' }
  switch (status) {
    case 401:
      return { code: 'unauthorized', message: 'The service did not accept the sign-in', next: 'Sign in again.' }
    case 403:
      return { code: 'forbidden', message: 'The service does not allow this', next: 'Check what your key may do.' }
    case 404:
    case 410:
      return { code: 'not-found', message: 'The service does not know this', next: 'Check the id and the account.' }
    case 405:
    case 501:
      return { code: 'not-supported', message: 'This service does not offer it' }
    case 408:
      return { code: 'timeout', message: 'The service waited too long for the request', next: 'Try again.' }
    case 409:
      return {
        code: 'conflict',
        message: 'The service says that something else changed meanwhile',
        next: 'Reload and try again.',
      }
    case 422:
      return { code: 'rejected', message: 'The service refused the values', next: 'Correct them and try again.' }
    case 429:
      return { code: 'rate-limited', message: 'Too many requests for now', next: 'Wait a moment and try again.' }
  }
  if (OVERLOADED.has(status)) {
    return {
      code: 'overloaded',
      message: 'The service is overloaded or being restarted',
      next: 'Try again in a minute.',
    }
  }
  if (status >= 500) return { code: 'server-error', message: 'The service failed', next: 'Try again in a minute.' }
  return { code: 'rejected', message: 'The service refused the request' }
}

/** The sentence of an answer: our words, the status, and what the body says. */
export const sentence = (words: string, status: number, said: string | null): string =>
  said === null ? `${words} (${status}).` : `${words} (${status}): ${said.replace(/(?<![.\s])[.\s]+$/, '')}.`

/** Any answer that is not 2xx → one problem (E01, E02). Never throws, never shows `input`, `ctx` or a secret. */
export const problemOfAnswer = (answer: Answer, context: Context): Problem => {
  const words = wordsOf(answer.status, context.optional ?? false)
  const contentType = answer.headers.get('content-type')
  const said = looksLikeHtml(answer.text, contentType) ? null : bodySays(answer.text)
  const details = bodyDetails(answer.text, context.secrets)
  const fields = bodyFields(answer.text, context.secrets)
  const wait = context.retryAfterMs
  return {
    code: words.code,
    message: sentence(words.message, answer.status, said === null ? null : redact(said, context.secrets)),
    status: answer.status,
    ...(words.next === undefined ? {} : { next: words.next }),
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
          message: 'A web page came back instead of data.',
          next: 'Check the address of the service.',
        }
      : {
          code: 'bad-answer',
          message: 'The service sent an answer that cannot be read.',
          next: 'Try again. If it stays, report it to the service.',
        }),
    status: answer.status,
    ...(details === undefined ? {} : { details }),
  }
}
