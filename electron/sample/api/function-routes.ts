import type { SampleFaults } from '../faults.ts'
import { type ApiAnswer, type ApiRequest, type ApiRoute, answer, invalid, refusal } from './api-answers.ts'
import { type SampleFunction, sampleFunctions } from './sample-functions.ts'

/**
 * Managed-auth functions with a version that counts accepted updates (docs/service-contract.md, Endpoints; GET by
 * docs/deployments.md, Managed-auth functions).
 */
export const functionRoutes = (faults: SampleFaults): ApiRoute[] => {
  const functions = sampleFunctions()

  const find = ({ params }: ApiRequest): { key: string; current: SampleFunction } | ApiAnswer => {
    const { id = '', role = '' } = params
    if (role !== 'login' && role !== 'verifier') {
      const msg = "Input should be 'login' or 'verifier'"
      return invalid({
        type: 'enum',
        loc: ['path', 'role'],
        msg,
        input: role,
        ctx: { expected: "'login' or 'verifier'" },
      })
    }
    const current = functions.get(`${id}/${role}`)
    return current
      ? { key: `${id}/${role}`, current }
      : refusal(faults.api.errorBodies, 404, `Connection ${id} not found`)
  }

  const wire = ({ source, version, catalogueId, catalogueVersion }: SampleFunction): ApiAnswer =>
    answer({
      source,
      version: String(version),
      source_function_id: catalogueId,
      source_function_version: catalogueVersion,
    })

  const put = (request: ApiRequest): ApiAnswer => {
    const found = find(request)
    if ('status' in found) return found
    let body: unknown
    try {
      body = JSON.parse(request.body)
    } catch {
      return invalid({
        type: 'json_invalid',
        loc: ['body', 0],
        msg: 'JSON decode error',
        ctx: { error: 'Expecting value' },
      })
    }
    const source = typeof body === 'object' && body !== null && 'source' in body ? body.source : undefined
    if (source === undefined)
      return invalid({ type: 'missing', loc: ['body', 'source'], msg: 'Field required', input: body })
    if (typeof source !== 'string') {
      return invalid({
        type: 'string_type',
        loc: ['body', 'source'],
        msg: 'Input should be a valid string',
        input: source,
      })
    }
    if (source.length < 1) {
      const msg = 'String should have at least 1 character'
      return invalid({ type: 'string_too_short', loc: ['body', 'source'], msg, input: source, ctx: { min_length: 1 } })
    }
    const updated = { ...found.current, source, version: found.current.version + 1 }
    functions.set(found.key, updated)
    return wire(updated)
  }

  const get = (request: ApiRequest): ApiAnswer => {
    const found = find(request)
    return 'status' in found ? found : wire(found.current)
  }
  const path = '/managed-auth/connections/:id/functions/:role'
  return [
    { method: 'PUT', path, run: put },
    { method: 'GET', path, optional: 'function', run: get },
  ]
}
