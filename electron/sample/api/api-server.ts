import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type SampleFaults, takeNext } from '../faults.ts'
import { type ApiAnswer, type ApiRoute, refusal } from './api-answers.ts'
import { createRateWindows, type RateState } from './rate-window.ts'

export type ApiConfig = {
  prefix: string
  routes: ApiRoute[]
  faults: SampleFaults
  /** Name of the caller by an Authorization header, null without one. */
  caller: (authorization: string | undefined) => string | null
  now: () => number
  closing: AbortSignal
}

const BODY_LIMIT = 5_000_000

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > BODY_LIMIT) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

const matchPath = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    if (part.startsWith(':')) {
      try {
        params[part.slice(1)] = decodeURIComponent(text)
      } catch {
        return null // a broken percent-encoding
      }
      if (text === '') return null
    } else if (part !== text) return null
  }
  return params
}

/** The REST API: every answer carries Date and the three rate-limit headers (docs/service-contract.md, Limits 1). */
export const createApiHandler = (config: ApiConfig) => {
  const { faults, now } = config
  const rate = createRateWindows(now, () => faults.api.rateLimit)

  const setHeaders = (response: ServerResponse, state: RateState): void => {
    response.setHeader('Date', new Date(now()).toUTCString())
    const kind = faults.api.rateHeaders
    if (kind === 'none') return
    const headers =
      kind === 'honest'
        ? {
            'X-RateLimit-Limit': String(state.limit),
            'X-RateLimit-Remaining': String(state.remaining),
            'X-RateLimit-Reset': String(state.resetS),
          }
        : kind
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  }

  const tooMany = (): ApiAnswer => ({
    status: 429,
    body: { message: 'Rate limit exceeded', detail: 'Please wait before making more requests.' },
  })

  /** Everything but rate limit and faults: which route, who asks, what it answers. */
  const route = async (request: IncomingMessage, path: string, query: string): Promise<ApiAnswer> => {
    const form = faults.api.errorBodies
    const matches = config.routes.flatMap((one) => {
      const params = matchPath(one.path, path)
      return params ? [{ one, params }] : []
    })
    if (matches.length === 0) return { status: 404, body: { detail: 'Not Found' } }
    const match = matches.find(({ one }) => one.method === request.method)
    const optional = match?.one.optional
    const hidden =
      optional === 'sessions' ? !faults.api.listSupported : optional && faults.api.hidden.includes(optional)
    if (hidden && faults.api.hiddenStatus === 404) return { status: 404, body: { detail: 'Not Found' } }
    if (!match || hidden) return { status: 405, body: { detail: 'Method Not Allowed' } }
    if (!match.one.open && config.caller(request.headers.authorization) === null) {
      const text = request.headers.authorization ? 'Could not validate credentials' : 'Not authenticated'
      return { ...refusal(form, 401, text), headers: { 'WWW-Authenticate': 'Bearer' } }
    }
    const body = await readBody(request)
    if (body === null) return refusal(form, 413, 'Request body is too large')
    const { method = 'GET', headers } = request
    return match.one.run({ method, params: match.params, query: new URLSearchParams(query), headers, body })
  }

  const write = (response: ServerResponse, { status, body, headers }: ApiAnswer, type: string): void => {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    if ((status === 429 || status === 529) && faults.api.retryAfter !== null) {
      response.setHeader('Retry-After', faults.api.retryAfter)
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [rawPath = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const inside = rawPath.startsWith(`${config.prefix}/`)
    const path = inside ? rawPath.slice(config.prefix.length) : ''
    const state = rate.take(config.caller(request.headers.authorization) ?? 'nobody')
    if (faults.api.delayMs > 0) await wait(faults.api.delayMs, null, { signal: config.closing })
    setHeaders(response, state)
    const next = takeNext(faults.api.next, path)
    if (next) {
      const usual =
        next.status === 429 ? tooMany() : refusal(faults.api.errorBodies, next.status, 'The service could not answer')
      const told = { status: next.status, body: next.body ?? usual.body, headers: next.headers ?? {} }
      const type = next.contentType ?? (typeof next.body === 'string' ? 'text/plain' : 'application/json')
      return write(response, told, type)
    }
    if (!state.allowed) return write(response, tooMany(), 'application/json')
    const result = await route(request, path, query)
    if (faults.api.body === 'html') {
      const page = '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works</h1></body></html>'
      return write(response, { status: 200, body: page }, 'text/html; charset=utf-8')
    }
    write(response, result, faults.api.body === 'wrong-type' ? 'text/plain' : 'application/json')
  }
}
