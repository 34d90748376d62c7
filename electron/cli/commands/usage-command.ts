import { printJsonLine } from '../../contract/json/json-print.ts'
import { childrenOf, isContainer, type JsonTree, keyOf, scanJson, textOf } from '../../contract/json/json-scan.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'

/** Deeper figures are no figures any more. */
const DEEPEST = 8

/** `{"a": {"b": 1.50}}` → `a.b`, `1.50`: one line a figure, its digits as they were sent. */
const figures = (tree: JsonTree, node: number, path: string): string[][] => {
  if (!isContainer(tree, node)) {
    const text = textOf(tree, node)
    return [[path, text === 'null' ? '–' : text]]
  }
  if ((tree.depth[node] ?? 0) > DEEPEST) return [[path, '…']]
  return childrenOf(tree, node).flatMap((child) => {
    const step = keyOf(tree, child) ?? String(tree.place[child] ?? 0)
    return figures(tree, child, path === '' ? step : `${path}.${step}`)
  })
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
    const tree = scanJson(answer.value.text)
    if (!tree) return EXIT.ok // it was read as an object already
    out.jsonText(printJsonLine(tree, 0))
    out.table(['Name', 'Value'], figures(tree, 0, ''))
    return EXIT.ok
  } finally {
    await close()
  }
}
