import type { z } from 'zod'
import { type FunctionRole, functionRoles } from '../../contract/constants/function-constants.ts'
import { type Fail, fail, ok, type Problem, type Result } from '../../contract/result.ts'
import { readCookieRows, type SourcedCookie } from './answers/cookie-rows.ts'
import { problemOfReplay, saysNotReady } from './answers/replay-problem.ts'
import { type Answer, type Context, problemOfAnswer, problemOfBadBody } from './answers/service-problems.ts'
import * as wire from './answers/wire.ts'
import { bodyDetails, bodySays, isRecord, looksLikeHtml, parseJson } from './http/body-text.ts'
import type { Call, CallOptions, Client } from './http/client.ts'
import { LARGEST_ERROR } from './http/exchange.ts'
import { type CacheHeaders, cacheHeaders } from './http/headers.ts'

/** Rows of one page; lists allow 1..100 (docs/deployments.md, Listing). */
const PAGE_SIZE = 100
export type Page<T> = wire.Rows<T> & {
  /** Null: the service does not say whether there is another page. */
  hasNext: boolean | null
  /** Rows of the whole list; null: unknown. */
  total: number | null
}
export type Health = { status: string | null; version: string | null; description: string | null; latencyMs: number }

const badBody = (answer: Answer, context: Context) =>
  ({ ok: false, problem: problemOfBadBody(answer, context) }) as const

/** Sends and reads the body by its schema; `bad-answer` or `not-this-service` when it does not fit. */
const ask = async <T>(client: Client, call: Call, schema: z.ZodType<T>, options?: CallOptions): Promise<Result<T>> => {
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const read = schema.safeParse(parseJson(sent.value.answer.text))
  return read.success ? ok(read.data) : badBody(sent.value.answer, sent.value.context)
}

/** An object with keys of the service's choice, as the text that was sent; only known secrets are taken out of it. */
export type OpenAnswer = { text: string }

const askOpen = async (client: Client, call: Call, options?: CallOptions): Promise<Result<OpenAnswer>> => {
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const { answer, context } = sent.value
  return isRecord(parseJson(answer.text)) ? ok({ text: answer.text }) : badBody(answer, context)
}

const askRows = async <T>(
  client: Client,
  call: Call,
  key: string,
  row: z.ZodType<T>,
  options?: CallOptions,
): Promise<Result<Page<T>>> => {
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const body = parseJson(sent.value.answer.text)
  const list = wire.listIn(body, key)
  if (list === null) return badBody(sent.value.answer, sent.value.context)
  const { has_next: hasNext, total } = isRecord(body) ? body : {}
  return ok({
    ...(await wire.readRowsInTurns(list, row)),
    hasNext: typeof hasNext === 'boolean' ? hasNext : null,
    total: typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null,
  })
}

const paging = (page: number): [string, string][] => [
  ['page', String(page)],
  ['page_size', String(PAGE_SIZE)],
]
const isPage = (page: number): boolean => Number.isSafeInteger(page) && page >= 1
const NO_PAGE = fail('invalid-input', 'Pages are counted from 1.')

/**
 * `GET /health` (docs/service-contract.md, Endpoints). Answers also without a token. The body is not specified: any 2xx
 * that is no web page counts; 404 and 405 mean that something else lives at this address. `latencyMs` is that of the
 * answer alone.
 */
export const health = async (client: Client, options?: CallOptions): Promise<Result<Health>> => {
  const explain = (answer: Answer, context: Context) => {
    const problem = problemOfAnswer(answer, context)
    if (answer.status !== 404 && answer.status !== 405) return problem
    return {
      ...problem,
      code: 'not-this-service' as const,
      message: `There is a server at this address, but not this service (${answer.status}).`,
      next: 'Check the address of the service.',
    }
  }
  const sent = await client.send({ method: 'GET', segments: ['health'], needsToken: false, tries: 2, explain }, options)
  if (!sent.ok) return sent
  const { answer, context } = sent.value
  if (looksLikeHtml(answer.text, answer.headers.get('content-type'))) return badBody(answer, context)
  const read = wire.healthWire.safeParse(parseJson(answer.text))
  const said = read.success ? read.data : { status: null, version: null, description: null }
  return ok({ ...said, latencyMs: answer.ms })
}

/**
 * `GET /sessions/{id}/replay` (docs/service-contract.md, Endpoints). Fails with not-ended, processing, no-frames,
 * recording-failed or no-recording where the service says so (docs/deployments.md, Replay). All fields may be null
 * (T04).
 */
export const replay = async (
  client: Client,
  sessionId: string,
  options?: CallOptions,
): Promise<Result<wire.ReplayRecord>> => {
  const explain = (answer: Answer, context: Context) => problemOfReplay(answer, context, sessionId)
  const call: Call = { method: 'GET', segments: ['sessions', sessionId, 'replay'], explain }
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const { answer, context } = sent.value
  const body = parseJson(answer.text)
  const read = wire.replayWire.safeParse(body)
  if (!read.success) return badBody(answer, context)
  const empty = read.data.mp4Url === null && !read.data.playlist
  // What explains itself is no longer than an error.
  return empty && answer.text.length <= LARGEST_ERROR && saysNotReady(body)
    ? { ok: false, problem: explain(answer, context) }
    : ok(read.data)
}

/** `GET /sessions/{id}` (docs/deployments.md, Listing). */
export const session = (
  client: Client,
  sessionId: string,
  options?: CallOptions,
): Promise<Result<wire.SessionRecord>> =>
  ask(client, { method: 'GET', segments: ['sessions', sessionId] }, wire.sessionWire, options)

/** The same call, for the steps alone: nothing else of the program reads them. */
export const sessionSteps = (
  client: Client,
  sessionId: string,
  options?: CallOptions,
): Promise<Result<wire.RawSteps>> =>
  ask(client, { method: 'GET', segments: ['sessions', sessionId] }, wire.sessionStepsWire, options)

/**
 * `GET /sessions` (docs/deployments.md, Listing), `page` from 1, ended sessions included; `not-supported` where the
 * service has no list. Unusable records are counted, not fatal.
 */
export const sessions = async (
  client: Client,
  page: number,
  options?: CallOptions,
): Promise<Result<Page<wire.SessionRecord>>> => {
  if (!isPage(page)) return NO_PAGE
  const query: [string, string][] = [...paging(page), ['only_active', 'false']]
  return askRows(
    client,
    { method: 'GET', segments: ['sessions'], query, optional: true },
    'items',
    wire.sessionWire,
    options,
  )
}

/** `GET /profiles` (docs/deployments.md, Listing); `not-supported` where the service has no list. */
export const profiles = async (
  client: Client,
  page: number,
  options?: CallOptions,
): Promise<Result<Page<wire.ProfileRecord>>> => {
  if (!isPage(page)) return NO_PAGE
  const call: Call = { method: 'GET', segments: ['profiles'], query: paging(page), optional: true }
  return askRows(client, call, 'items', wire.profileWire, options)
}

/** Where a body repeats a cookie: its field by name, in JSON of any depth of quoting or in a text. */
const REPEATED = /\b(?:value|cookies?)\\*["']?\s*[:=]/i

/** An error may repeat a cookie. Then the body is left out of the problem: nothing of it is shown or kept. */
const explainCookies = (answer: Answer, context: Context): Problem => {
  const shown = [answer.text, bodySays(answer.text), bodyDetails(answer.text, context.secrets)]
  const repeats = shown.some((text) => REPEATED.test(text ?? ''))
  return problemOfAnswer(repeats ? { ...answer, text: '' } : answer, context)
}

/** What a success holds that cannot be read are cookies all the same. */
const badCookies = (answer: Answer, context: Context): Fail => {
  const { details: _cookies, ...problem } = problemOfBadBody(answer, context)
  return { ok: false, problem }
}

/**
 * `GET /profiles/{id}/cookies` (docs/service-contract.md, Endpoints). Good rows, and a count of the unusable ones with the
 * reason (C17).
 */
export const cookies = async (
  client: Client,
  profileId: string,
  options?: CallOptions,
): Promise<Result<wire.Rows<SourcedCookie>>> => {
  const call: Call = { method: 'GET', segments: ['profiles', profileId, 'cookies'], explain: explainCookies }
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const rows = await readCookieRows(sent.value.answer.text)
  return rows ? ok(rows) : badCookies(sent.value.answer, sent.value.context)
}

const functionPath = (connectionId: string, role: FunctionRole): string[] => [
  'managed-auth',
  'connections',
  connectionId,
  'functions',
  role,
]
const NO_ROLE = fail('invalid-input', 'The role must be login or verifier.')

/**
 * `GET` of a connection function (docs/deployments.md, Managed-auth functions); `not-supported` where the service does
 * not show it.
 */
export const getFunction = async (
  client: Client,
  connectionId: string,
  role: FunctionRole,
  options?: CallOptions,
): Promise<Result<wire.FunctionRecord>> => {
  if (!functionRoles.includes(role)) return NO_ROLE
  return ask(
    client,
    { method: 'GET', segments: functionPath(connectionId, role), optional: true },
    wire.functionWire,
    options,
  )
}

/**
 * `PUT` of a connection function (docs/service-contract.md, Endpoints); `source` has at least one character. Sent once,
 * never repeated.
 */
export const putFunction = async (
  client: Client,
  connectionId: string,
  role: FunctionRole,
  source: string,
  options?: CallOptions,
): Promise<Result<wire.FunctionRecord>> => {
  if (!functionRoles.includes(role)) return NO_ROLE
  if (source === '') return fail('invalid-input', 'The source must not be empty.')
  const call: Call = { method: 'PUT', segments: functionPath(connectionId, role), body: JSON.stringify({ source }) }
  const sent = await client.send(call, options)
  if (!sent.ok) return sent
  const { answer, context } = sent.value
  // A success without a body is still a success: the source is stored, its version unknown.
  const read = wire.functionWire.safeParse(answer.text.trim() === '' ? {} : parseJson(answer.text))
  return read.success ? ok(read.data) : badBody(answer, context)
}

/**
 * `GET /data/cache` (docs/service-contract.md, Endpoints) with its three optional headers; the answer has keys of the
 * service's choice.
 */
export const cachePolicy = async (
  client: Client,
  headerPrefix: string,
  given: CacheHeaders,
  options?: CallOptions,
): Promise<Result<OpenAnswer>> => {
  const headers = cacheHeaders(headerPrefix, given)
  if (!headers.ok) return headers
  // Asked once: who asks here wants to see the answer itself, also a refusal.
  const call: Call = { method: 'GET', segments: ['data', 'cache'], headers: headers.value, once: true }
  return askOpen(client, call, options)
}

/** `GET /usage` (docs/deployments.md, Usage); `not-supported` where the service has none. */
export const usage = (client: Client, options?: CallOptions): Promise<Result<OpenAnswer>> =>
  askOpen(client, { method: 'GET', segments: ['usage'], optional: true }, options)
