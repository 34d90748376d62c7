import type { IncomingHttpHeaders } from 'node:http'
import type { ApiFaults } from '../faults.ts'

export type ApiRequest = {
  method: string
  /** Values of the `:name` parts of the route, decoded. */
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type ApiAnswer = { status: number; body: unknown; headers?: Record<string, string> }
export type ApiRoute = {
  method: 'GET' | 'PUT' | 'POST'
  /** Such as `/sessions/:id/replay`. */
  path: string
  /** Answers without a credential too. */
  open?: boolean
  /** Counted with the optional operations that `faults.api.hidden` can take away. */
  optional?: 'sessions' | 'session' | 'profiles' | 'function' | 'usage'
  run: (request: ApiRequest) => ApiAnswer
}

export const answer = (body: unknown, status = 200): ApiAnswer => ({ status, body })

/** A refusal in one of the error forms that running deployments use (docs/deployments.md, Errors). */
export const refusal = (
  form: ApiFaults['errorBodies'],
  status: number,
  detail: string,
  more: Record<string, unknown> = {},
): ApiAnswer => {
  if (form === 'detail') return { status, body: { detail } }
  if (form === 'message') return { status, body: { message: detail } }
  return { status, body: { message: detail, detail, error: WORDS[status] ?? 'error', status, ...more } }
}

const WORDS: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  410: 'gone',
  500: 'internal_error',
  529: 'overloaded',
}

export type Fault422 = {
  type: string
  loc: (string | number)[]
  msg: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** 422 with the contract's validation body. */
export const invalid = (...faults: Fault422[]): ApiAnswer => ({ status: 422, body: { detail: faults } })

/** A whole number from query or header text within bounds, or the fault that names it. */
export const readInt = (
  text: string | null | undefined,
  loc: [string, string],
  bounds: { min: number; max?: number; fallback: number },
): { value: number; fault: null } | { value: null; fault: Fault422 } => {
  if (text === null || text === undefined) return { value: bounds.fallback, fault: null }
  const bad = (type: string, msg: string, ctx?: Record<string, unknown>) =>
    ({ value: null, fault: { type, loc, msg, input: text, ...(ctx ? { ctx } : {}) } }) as const
  if (!/^[+-]?\d{1,15}$/.test(text.trim())) {
    return bad('int_parsing', 'Input should be a valid integer, unable to parse string as an integer')
  }
  const value = Number(text)
  if (value < bounds.min) {
    return bad('greater_than_equal', `Input should be greater than or equal to ${bounds.min}`, { ge: bounds.min })
  }
  if (bounds.max !== undefined && value > bounds.max) {
    return bad('less_than_equal', `Input should be less than or equal to ${bounds.max}`, { le: bounds.max })
  }
  return { value, fault: null }
}

/** `true`, `false` and the other words FastAPI reads as booleans. */
export const readBool = (
  text: string | null,
  loc: [string, string],
  fallback: boolean,
): { value: boolean; fault: null } | { value: null; fault: Fault422 } => {
  if (text === null) return { value: fallback, fault: null }
  if (/^(true|1|yes|on|t|y)$/i.test(text)) return { value: true, fault: null }
  if (/^(false|0|no|off|f|n)$/i.test(text)) return { value: false, fault: null }
  const msg = 'Input should be a valid boolean, unable to interpret input'
  return { value: null, fault: { type: 'bool_parsing', loc, msg, input: text } }
}
