import type { FunctionRole } from '../../../electron/contract/constants/function-constants.ts'
import type { FunctionSend, FunctionSent, FunctionState } from '../../../electron/contract/models/function-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import type { CodeProblem } from '../../ui/code/problem-lines.ts'
import { formatClock, shortenId } from '../../ui/text/format-text.ts'

type Known = NonNullable<FunctionState['known']>
type Versions = Pick<Known, 'version' | 'sourceFunctionId' | 'sourceFunctionVersion'>

export const roleLabels: Record<FunctionRole, string> = { login: 'Login', verifier: 'Verifier' }

/** How an earlier source got into the history; a draft does when it cannot be decrypted. */
export const originLabels: Record<FunctionSend['origin'], string> = {
  sent: 'Sent',
  read: 'Read',
  draft: 'Unreadable draft',
}

const WHOLE_ID = 28
/** Ids that people chose are read whole; long ones lose their middle. */
export const idText = (id: string): string => (Array.from(id).length > WHOLE_ID ? shortenId(id) : id)

/** `version 7`, or that none was reported. */
export const versionText = (version: string | null): string => (version === null ? 'no version' : `version ${version}`)

/** `from fn-form-login 3`; empty where the catalogue function is not told. */
export const catalogueText = ({ sourceFunctionId, sourceFunctionVersion }: Versions): string =>
  sourceFunctionId === null
    ? ''
    : `from ${sourceFunctionId}${sourceFunctionVersion === null ? '' : ` ${sourceFunctionVersion}`}`

/** Where the known source comes from, and what that means. */
export const knownText = ({ known, shows }: FunctionState, reading: boolean): string => {
  if (reading && !known) return 'Loading the current source'
  if (!known)
    return shows === 'no'
      ? 'This service does not show the current source, so there is nothing to compare with until you send.'
      : 'The current source is unknown.'
  if (known.origin === 'read') return `Loaded from the service at ${formatClock(known.at)}.`
  const sent = `Sent from here at ${formatClock(known.at)}.`
  return shows === 'no' ? `${sent} This service does not show the current source, so it may have changed since.` : sent
}

/** Short name of the known source, for the head of a comparison. */
export const knownLabel = (known: Pick<Known, 'version'> | null): string => {
  if (!known) return 'Nothing known'
  return known.version === null ? 'Last known' : `Last known, version ${known.version}`
}

export const jumpText = ({ from, to }: NonNullable<FunctionSent['jumped']>): string =>
  /^\d+$/.test(from)
    ? `The version went from ${from} to ${to}, so someone else sent a change in between. Yours replaced it.`
    : `The catalogue function changed from ${from} to ${to}, so someone else changed this connection in between.`

export type FieldErrors = { source: CodeProblem[]; connectionId: string | null; role: string | null }
export const NO_ERRORS: FieldErrors = { source: [], connectionId: null, role: null }

/**
 * What a validation error says, at the fields it names (docs/service-contract.md, Resources, ValidationError: `loc`
 * ends in the field's name). `rest` is true when something is left that belongs to none of them.
 */
export const fieldErrors = (problem: Problem | null): FieldErrors & { rest: boolean } => {
  const found: FieldErrors & { rest: boolean } = { ...NO_ERRORS, source: [], rest: problem !== null && !problem.fields }
  for (const { path, message } of problem?.fields ?? []) {
    const name = path.at(-1)
    if (name === 'source') {
      const line = /\bline (\d{1,6})\b/i.exec(message)?.[1]
      found.source.push(line === undefined ? { message } : { line: Number(line), message })
    } else if (name === 'connection_id') found.connectionId ??= message
    else if (name === 'role') found.role ??= message
    else found.rest = true
  }
  return found
}
