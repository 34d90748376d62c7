import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'

/** Deeper figures are no figures any more. */
const DEEPEST = 8

/** `{a: {b: 1}}` → `a.b`, `1`: one line a figure. */
const figures = (path: string, value: unknown, depth = 0): string[][] => {
  if (typeof value !== 'object' || value === null) return [[path, value === null ? '–' : String(value)]]
  if (depth === DEEPEST) return [[path, '…']]
  return Object.entries(value).flatMap(([key, inner]) => figures(`${path}.${key}`, inner, depth + 1))
}

/** Plan, period, counts and costs, where the service tells them. */
export const usage = async (context: Context, options: ServiceOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, close } = connected.value
  try {
    const answer = await service.usage({ signal: stop.signal })
    if (!answer.ok) return out.problem(answer.problem)
    const { entries } = answer.value
    out.record(Object.fromEntries(entries))
    out.table(
      ['Figure', 'Value'],
      entries.flatMap(([key, value]) => figures(key, value)),
    )
    return EXIT.ok
  } finally {
    await close()
  }
}
