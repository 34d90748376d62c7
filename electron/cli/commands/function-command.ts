import { createInterface } from 'node:readline/promises'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { FunctionTarget } from '../../contract/models/function-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { checkSource } from '../../core/functions/check-source.ts'
import { isUnknownOutcome, unknownOutcome } from '../../core/functions/outcome.ts'
import { createSourceStore } from '../../core/functions/source-store.ts'
import type { FunctionRecord } from '../../core/service/answers/wire.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { clock } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { readText } from '../input/read-input.ts'
import { visibleSigns } from '../output/terminal-text.ts'

export type FunctionOptions = ServiceOptions & { yes?: boolean }

const versionText = ({ version, sourceFunctionId, sourceFunctionVersion }: FunctionRecord): string => {
  const from = sourceFunctionId === null ? '' : `, from ${sourceFunctionId} ${sourceFunctionVersion ?? ''}`.trimEnd()
  return `Version ${version ?? 'unknown'}${from}.`
}

/** The current source, where the service shows it. */
export const getFunction = async (
  context: Context,
  { connectionId, role }: FunctionTarget,
  options: ServiceOptions,
): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, close } = connected.value
  try {
    const answer = await service.getFunction(connectionId, role, { signal: stop.signal })
    if (!answer.ok) return out.problem(answer.problem)
    const record = answer.value
    const { source } = record
    if (source === null) return out.problem(fail('not-supported', 'The service does not show the source.').problem)
    out.record({ connection: connectionId, role, ...record })
    if (!out.json) out.exact(source.endsWith('\n') || !out.onTerminal ? source : `${source}\n`)
    out.note(versionText(record))
    return EXIT.ok
  } finally {
    await close()
  }
}

/** Asks on a terminal; elsewhere only `--yes` sends. */
const confirmed = async ({ stop }: Context, yes: boolean): Promise<Result<void>> => {
  if (yes) return ok(undefined)
  if (!process.stdin.isTTY) {
    return fail('invalid-input', 'Nothing was sent: there is no terminal to confirm it.', {
      next: 'Use --yes to send.',
    })
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = await lines.question('Send this source? [y/N] ', { signal: stop.signal })
    return /^y(es)?$/i.test(said.trim()) ? ok(undefined) : fail('cancelled', 'Nothing was sent.')
  } catch {
    return fail('cancelled', 'Nothing was sent.')
  } finally {
    lines.close()
  }
}

/** Sends a source once, after showing what it changes, and notes it in the history of the desktop program. */
export const putFunction = async (
  context: Context,
  target: FunctionTarget,
  file: string,
  options: FunctionOptions,
): Promise<number> => {
  const { out, stop } = context
  const { connectionId, role } = target
  const text = await readText(file, stop.signal)
  if (!text.ok) return out.problem(text.problem)
  const source = text.value
  const fault = checkSource(source)
  if (fault) return out.problem(fault.problem)
  if (file === '-' && !options.yes) {
    return out.problem(
      fail('invalid-input', 'The source comes from stdin, so it cannot be confirmed.', { next: 'Use --yes to send.' })
        .problem,
    )
  }
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, account, log, close } = connected.value
  try {
    const present = await service.getFunction(connectionId, role, { signal: stop.signal })
    const before = present.ok ? present.value.source : null
    if (!present.ok && present.problem.code !== 'not-supported') return out.problem(present.problem)
    if (before === null) out.note('The service does not show the current source, so there is nothing to compare with.')
    else if (before === source) out.note('The service already has this source.')
    else {
      const name = `${connectionId}/${role}`
      const headerOptions = FILE_HEADERS_ONLY
      const patch = createTwoFilesPatch(name, name, before, source, 'present', 'new', { headerOptions })
      for (const line of patch.replace(/\n$/, '').split('\n')) out.note(visibleSigns(line))
    }
    const yes = await confirmed(context, options.yes ?? false)
    if (!yes.ok) return out.problem(yes.problem)
    const put = await service.putFunction(connectionId, role, source, { signal: stop.signal })
    if (!put.ok) {
      const { problem } = put
      return out.problem(isUnknownOutcome(problem) ? unknownOutcome(problem, before !== null) : problem)
    }
    const answer = put.value
    if (account) {
      const known = { ...answer, source: answer.source ?? source, origin: 'sent' as const, at: clock.now() }
      const { accept } = createSourceStore({ library: account.library, keychain: account.keychain, log })
      const noted = await accept(account.id, target, source, known)
      if (!noted.ok) out.note(`It could not be saved in the history. ${noted.problem.message}`)
    }
    const differs = answer.source !== null && answer.source !== source
    out.record({ connection: connectionId, role, ...answer, differs })
    out.line(versionText(answer))
    if (differs) out.note('The service stored a different source than the one sent.')
    return EXIT.ok
  } finally {
    await close()
  }
}
