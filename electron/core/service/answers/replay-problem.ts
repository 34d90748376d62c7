import type { Problem, ProblemCode } from '../../../contract/result.ts'
import { bodySays, isRecord, readJson } from '../http/body-text.ts'
import { escaped, redact } from '../redaction/redact.ts'
import { type Answer, type Context, problemOfAnswer, sentence } from './service-problems.ts'

type Words = { message: string; next?: string }
const TEXTS: Partial<Record<ProblemCode, Words>> = {
  'not-ended': {
    message: 'The session is still active, so there is no recording yet',
    next: 'The recording is created when the session ends.',
  },
  processing: { message: 'The recording is being processed', next: 'This takes a few minutes.' },
  'no-frames': { message: 'The session ended before anything was recorded' },
  'recording-failed': { message: 'The service could not create the recording' },
  'no-recording': { message: 'The service has no recording of this session' },
}

/** `replay_status` of newer servers (docs/deployments.md, Replay); null when it decides nothing. */
const codeOfStatus = (body: Record<string, unknown>, status: number): ProblemCode | null => {
  switch (body.replay_status) {
    case 'waiting_for_session':
      return 'not-ended'
    case 'processing':
      return 'processing'
    case 'failed':
      return 'recording-failed'
    case 'unavailable':
      return body.retryable === true ? 'processing' : status === 410 ? 'no-frames' : 'no-recording'
    default:
      return null
  }
}

const NOT_ENDED =
  /still (?:active|running|open)|session (?:is )?(?:active|running|in progress)|(?:not|n't)(?: yet)? ended/i
const IN_THE_MAKING = /(?:still|being|currently) |not ready|pending|\byet\b|try again/i

/** What older servers say with text alone. */
const codeOfText = (text: string): ProblemCode | null => {
  if (NOT_ENDED.test(text)) return 'not-ended'
  if (/without a (?:single )?frame|no (?:video )?frames?\b|zero frames/i.test(text)) return 'no-frames'
  if (IN_THE_MAKING.test(text)) return 'processing'
  if (/fail/i.test(text)) return 'recording-failed'
  return /process/i.test(text) ? 'processing' : null
}

/** Every text of the body, without the id it may repeat: one server explains in `detail`, another in `message`. */
const messagesIn = (answer: Answer, sessionId: string): string[] => {
  const body = readJson(answer.text)
  const parts = isRecord(body)
    ? [body.message, body.detail, body.error].map((part) => (part === undefined ? null : JSON.stringify(part)))
    : [answer.text]
  const id = escaped(sessionId)
  const repeated = new RegExp(id === '' ? '$^' : `(?<![\\w-])${id}(?![\\w-])`, 'giu')
  return parts
    .map((part) => (part === null ? '' : (bodySays(part) ?? '')).replaceAll(repeated, ' ').trim())
    .filter((part) => part !== '')
}

/** A 404 without another message: what precedes these words names what was not found (H44). */
const saysNotFound = (parts: readonly string[]): boolean =>
  parts.length > 0 && parts.every((part) => /\bnot found\W*$/i.test(part))

/** Null for an ordinary problem. */
const codeOf = (answer: Answer, sessionId: string): ProblemCode | null => {
  const body = readJson(answer.text)
  const known = isRecord(body) ? codeOfStatus(body, answer.status) : null
  if (known) return known
  const parts = messagesIn(answer, sessionId)
  if (answer.status === 404 && saysNotFound(parts) && !(isRecord(body) && body.retryable === true)) return null
  const said = parts.join(' ')
  const told = codeOfText(said)
  if (told) return told
  if (isRecord(body) && body.retryable === true) return 'processing'
  if (answer.status !== 410) return null
  return /expired|deleted|removed|retention/i.test(said) ? 'no-recording' : 'no-frames'
}

/** What a healthy service says of an ordinary session. */
const EXPECTED: ReadonlySet<ProblemCode> = new Set(['not-ended', 'processing', 'no-frames'])

const READABLE = new Set([200, 202, 404, 409, 410, 425])

/**
 * Why there is no replay: not-ended, processing, no-frames, recording-failed or no-recording where the answer says so,
 * by `replay_status` or, from older servers, by text alone (docs/deployments.md, Replay); else the ordinary problem.
 * What the text repeats of the id that was asked for decides nothing.
 */
export const problemOfReplay = (answer: Answer, context: Context, sessionId = ''): Problem => {
  const plain = problemOfAnswer(answer, context)
  const said = redact(bodySays(answer.text) ?? '', context.secrets)
  const code = READABLE.has(answer.status) ? codeOf(answer, sessionId) : null
  const text = code ? TEXTS[code] : undefined
  if (!code || !text) return plain
  const { next: _ordinary, ...rest } = plain
  return {
    ...rest,
    code,
    // Waiting is no fault: the service's own words stay in the details. A failure is reported with them.
    message: EXPECTED.has(code) ? `${text.message}.` : sentence(text.message, answer.status, said || null),
    ...(text.next === undefined ? {} : { next: text.next }),
  }
}

/** True for a 2xx answer that says in `replay_status` that the recording is not there. */
export const saysNotReady = (body: unknown): boolean => isRecord(body) && codeOfStatus(body, 200) !== null
