import { prettifyError } from 'zod'
import { type Handlers, type OperationName, operations } from '../contract/operations.ts'
import { fail, type Result } from '../contract/result.ts'
import type { Log } from '../core/base/ports.ts'
import { ORIGIN } from './page/origin.ts'

/** What of the sender the check needs; Electron's frame has more. */
type Sender = { origin: string; parent: unknown } | null

/** Our origin and the top frame; compared with Chromium's own origin text. */
export const isTrustedSender = (frame: Sender): boolean =>
  frame !== null && frame.origin === ORIGIN && frame.parent === null

const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name)

/** Whether the result of this operation crosses as one JSON text (`OperationTable`). */
export const crossesAsText = (name: unknown): boolean => isOperation(name) && 'asText' in operations[name]

/**
 * The one way in: sender → schema → handler. Everything that can be refused is answered with a problem,
 * so that the page never sees a rejected promise for bad input.
 */
export const dispatch = async (
  handlers: Handlers,
  log: Log,
  frame: Sender,
  name: unknown,
  input: unknown,
): Promise<Result<unknown>> => {
  if (!isTrustedSender(frame)) return fail('untrusted', 'Untrusted sender.')
  if (!isOperation(name)) return fail('invalid-input', 'Unknown operation.')
  const parsed = operations[name].input.safeParse(input)
  if (!parsed.success) {
    return fail('invalid-input', `Invalid input for ${name}.`, {
      details: prettifyError(parsed.error).slice(0, 2_000),
    })
  }
  try {
    return await (handlers[name] as (input: unknown) => Promise<Result<unknown>>)(parsed.data)
  } catch (error) {
    // Expected failures are results: what lands here is a bug, named in the log without the input.
    log.error(`${name} threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return fail('internal', `An internal error occurred (${name}).`, {
      next: 'Retry. If this happens again, report the problem.',
    })
  }
}
