import type { PolicyAnswer, PolicyRequest } from '../../contract/models/cache-policy-models.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Clock } from '../base/ports.ts'
import type { Traffic } from '../service/journal.ts'
import { cut } from '../service/redaction/redact.ts'
import type { Service } from '../service/service.ts'

/** UTF-16 units of JSON that are handed to the page: a larger tree is not readable. */
const LONGEST_JSON = 5 * 2 ** 20

/**
 * Asks for the cache policy once (docs/service-contract.md, Endpoints). A refusal is an answer too, with its headers; a
 * problem of the operation is only what kept the request from being sent (signed out, cancelled while it waited).
 */
export const askPolicy = async (
  service: Service,
  clock: Clock,
  asked: PolicyRequest,
  signal: AbortSignal,
): Promise<Result<PolicyAnswer>> => {
  let traffic: Traffic | null = null
  let at = clock.now()
  const { mode, maxAgeMs, ttlSeconds } = asked
  const headers = {
    ...(mode === undefined ? {} : { mode }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
  }
  const result = await service.cachePolicy(headers, {
    signal,
    onTraffic: (travelled) => {
      traffic = travelled
      at = clock.now() - (travelled.received?.ms ?? 0)
    },
  })
  const seen = traffic as Traffic | null
  if (!seen) return result.ok ? { ok: false, problem: UNSEEN } : result
  const text = result.ok ? result.value.text : null
  return ok({
    at,
    asked: headers,
    request: seen.sent,
    answer: seen.received,
    json: text === null ? null : cut(text, LONGEST_JSON),
    cut: text !== null && text.length > LONGEST_JSON,
    problem: result.ok ? null : result.problem,
  })
}

const UNSEEN = { code: 'internal', message: 'A response arrived without a matching request.' } as const
