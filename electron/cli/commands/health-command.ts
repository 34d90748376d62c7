import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'

/** State of the server; needs no key. */
export const health = async (context: Context, options: ServiceOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options, false)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, label, baseUrl, close } = connected.value
  try {
    const answer = await service.health({ signal: stop.signal })
    if (!answer.ok) return out.problem(answer.problem)
    const { status, version, description, latencyMs } = answer.value
    const { limit, remaining } = service.limit()
    out.record({ baseUrl, status, version, description, latencyMs: Math.round(latencyMs), limit, remaining })
    out.table(
      ['Service', 'State', 'Version', 'Response time', 'Requests left'],
      [
        [
          label,
          status ?? 'answers',
          version ?? '–',
          `${Math.round(latencyMs)} ms`,
          remaining === null ? '–' : `${remaining}${limit === null ? '' : ` of ${limit}`}`,
        ],
      ],
    )
    return EXIT.ok
  } finally {
    await close()
  }
}
