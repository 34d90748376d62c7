import { printJson } from '../../contract/json/json-print.ts'
import { scanJson } from '../../contract/json/json-scan.ts'
import type { HeaderLines, PolicyRequest } from '../../contract/models/cache-policy-models.ts'
import { askPolicy } from '../../core/cache-policy/ask-policy.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { clock } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'

export type CachePolicyOptions = ServiceOptions & {
  mode?: PolicyRequest['mode']
  maxAge?: number
  ttl?: number
  headers?: boolean
}

/** Readable where it is JSON, with digits, repeated keys and order as they were sent; where it was cut, as it came. */
const pretty = (json: string): string => {
  const tree = scanJson(json)
  return tree ? printJson(tree, 0) : json
}

/** The cache policy, with what was sent and received where that is asked for. */
export const cachePolicy = async (context: Context, options: CachePolicyOptions): Promise<number> => {
  const { out, stop } = context
  const { mode, maxAge: maxAgeMs, ttl: ttlSeconds } = options
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, close } = connected.value
  try {
    const asked = await askPolicy(service, clock, { mode, maxAgeMs, ttlSeconds }, stop.signal)
    if (!asked.ok) return out.problem(asked.problem)
    const { request, answer, json, cut, problem } = asked.value
    const lines = (mark: string, headers: HeaderLines) => {
      for (const [name, value] of headers) out.note(`${mark} ${name}: ${value}`)
    }
    if (options.headers) {
      out.note(`> ${request.method} ${request.url}`)
      lines('>', request.headers)
      if (answer) out.note(`< ${answer.status} in ${Math.round(answer.ms)} ms`)
      if (answer) lines('<', answer.headers)
    }
    if (problem) return out.problem(problem)
    const text = json ?? ''
    if (out.json) out.record({ request, answer, policy: text === '' ? null : text })
    else out.exact(`${pretty(text)}\n`)
    if (cut) out.note('The policy is too long to be shown in full.')
    return EXIT.ok
  } finally {
    await close()
  }
}
