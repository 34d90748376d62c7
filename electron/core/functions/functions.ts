import type { FunctionSent, FunctionState, FunctionTarget } from '../../contract/models/function-models.ts'
import { type Fail, fail, ok, type Problem, type Result } from '../../contract/result.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { FunctionRecord } from '../service/answers/wire.ts'
import type { Service } from '../service/service.ts'
import { checkSource, readableSource } from './check-source.ts'
import { isUnknownOutcome, unknownOutcome } from './outcome.ts'
import type { KnownSource, SourceStore } from './source-store.ts'
import { jumpOf } from './version-jump.ts'

type Ask = Pick<Service, 'getFunction' | 'putFunction'>
type Shows = FunctionState['shows']
/** What asking for the current source taught. `record` is null where none was shown. */
type Reading = { shows: Shows; record: (FunctionRecord & { source: string }) | null; problem: Problem | null }

const PERSON = { priority: 'person' } as const

/**
 * Managed-auth functions of one library: draft, last known source and accepted sends (docs/service-contract.md,
 * Resources; docs/deployments.md, Managed-auth functions). Every call names the account it is for.
 */
type FunctionsConfig = { library: Pick<Library, 'functions'>; store: SourceStore; clock: Clock }

export const createFunctions = ({ library, store, clock }: FunctionsConfig) => {
  const table = library.functions

  const read = async (accountId: string, service: Ask, target: FunctionTarget): Promise<Reading> => {
    const { connectionId, role } = target
    const got = await service.getFunction(connectionId, role, PERSON)
    if (got.ok) {
      const { source } = got.value
      // A record without a source shows the versions at most (E04).
      if (source === null) return { shows: 'no', record: null, problem: null }
      const tooLarge = readableSource(source)
      return tooLarge
        ? { shows: 'unknown', record: null, problem: tooLarge.problem }
        : { shows: 'yes', record: { ...got.value, source }, problem: null }
    }
    const { problem } = got
    if (problem.code !== 'not-supported') return { shows: 'unknown', record: null, problem }
    if (problem.status !== 404) return { shows: 'no', record: null, problem: null }
    // 404 is how some services say that they do not show it, and how others say that they do not know the id.
    const shown = table.everShown(accountId)
    if (shown.ok && shown.value) {
      const message = `The service does not know the connection ${connectionId}, or it has no ${role} function yet (404).`
      return { shows: 'yes', record: null, problem: { code: 'not-found', message, next: 'Check the id.', status: 404 } }
    }
    const message =
      'The service answered 404: it does not show the current source, or it does not know this connection.'
    return { shows: 'no', record: null, problem: { code: 'not-found', message, next: 'Check the id.', status: 404 } }
  }

  const stateOf = async (
    accountId: string,
    target: FunctionTarget,
    rest: Partial<Pick<FunctionState, 'problem' | 'replaced'>> = {},
  ): Promise<Result<FunctionState>> => {
    const stored = await store.find(accountId, target)
    if (!stored.ok) return stored
    const history = table.sends(accountId, target)
    if (!history.ok) return history
    const { connectionId, role } = target
    const { closedDraft: _closed, ...texts } = stored.value
    return ok({
      connectionId,
      role,
      ...texts,
      notEncrypted: store.notEncrypted(),
      history: history.value,
      problem: rest.problem ?? null,
      replaced: rest.replaced ?? null,
    })
  }

  const reload = async (accountId: string, service: Ask, target: FunctionTarget): Promise<Result<FunctionState>> => {
    const { shows, record, problem } = await read(accountId, service, target)
    // After asking: the draft may have been edited while the answer was under way.
    const before = await store.find(accountId, target)
    if (!before.ok) return before
    if (shows !== 'unknown') {
      const stored = table.setShows(accountId, target, shows)
      if (!stored.ok) return stored
    }
    if (!record) return stateOf(accountId, target, { problem })
    const { draft, known } = before.value
    const stored = await store.setKnown(accountId, target, { ...record, origin: 'read', at: clock.now() })
    if (!stored.ok) return stored
    const moved = draft !== null && draft.source !== record.source && known !== null && known.source !== record.source
    return stateOf(accountId, target, {
      replaced: moved ? { source: known.source, version: known.version } : null,
    })
  }

  /** The current source must be the one known, also when none is known; null: it is, or is not shown here. */
  const changedMeanwhile = async (
    accountId: string,
    service: Ask,
    target: FunctionTarget,
    known: KnownSource | null,
  ): Promise<Fail | null> => {
    const { record, problem, shows } = await read(accountId, service, target)
    if (problem && shows === 'unknown') {
      const message = `The current source could not be read before sending, so nothing was sent. ${problem.message}`
      return { ok: false, problem: { ...problem, message, unsent: true } }
    }
    if (!record || record.source === known?.source) return null
    return fail(
      'conflict',
      known
        ? 'The source was changed in the meantime, so nothing was sent.'
        : 'The service has a source you have not seen yet, so nothing was sent.',
      { next: 'Compare it with your draft.' },
    )
  }

  const send = async (
    accountId: string,
    service: Ask,
    target: FunctionTarget,
    { source, overwrite }: { source: string; overwrite: boolean },
  ): Promise<Result<FunctionSent>> => {
    const wrong = checkSource(source)
    if (wrong) return wrong
    const before = await store.inOrder(async () => {
      const found = await store.find(accountId, target)
      if (!found.ok || found.value.draft?.source === source) return found
      const draft = { source, at: clock.now() }
      const kept = await store.setDraft(accountId, target, draft, found.value.closedDraft)
      return kept.ok ? found : kept
    })
    if (!before.ok) return before
    const { known, shows } = before.value
    if (!overwrite && shows !== 'no') {
      const changed = await changedMeanwhile(accountId, service, target, known)
      if (changed) return changed
    }
    const put = await service.putFunction(target.connectionId, target.role, source, PERSON)
    if (!put.ok) {
      return isUnknownOutcome(put.problem) ? { ok: false, problem: unknownOutcome(put.problem, shows === 'yes') } : put
    }
    const tooLarge = put.value.source === null ? null : readableSource(put.value.source)
    const answer = tooLarge ? { ...put.value, source: null } : put.value
    const now: KnownSource = { ...answer, source: answer.source ?? source, origin: 'sent', at: clock.now() }
    const accepted = await store.accept(accountId, target, source, now)
    if (!accepted.ok) {
      const message = `The service accepted the source, but it could not be saved in the history. ${accepted.problem.message}`
      return { ok: false, problem: { ...accepted.problem, message } }
    }
    const state = await stateOf(accountId, target, { problem: tooLarge?.problem ?? null })
    if (!state.ok) return state
    return ok({
      state: state.value,
      answer,
      jumped: jumpOf(known, answer),
      differs: answer.source !== null && answer.source !== source,
    })
  }

  return {
    recent: table.recent,
    forget: (accountId: string, target: FunctionTarget) => table.setUsed(accountId, target, null),
    /** What is kept here, without a request; puts it among the recent ones. */
    open: async (accountId: string, target: FunctionTarget): Promise<Result<FunctionState>> => {
      void store.askKey()
      const used = table.setUsed(accountId, target, clock.now())
      return used.ok ? stateOf(accountId, target) : used
    },
    /** Reads the current source where the service shows it. */
    reload,
    /** A text that says the same as the known source is no draft. `savedAt`: epoch ms. */
    saveDraft: (accountId: string, target: FunctionTarget, source: string): Promise<Result<{ savedAt: number }>> =>
      store.inOrder(async () => {
        const stored = await store.find(accountId, target)
        if (!stored.ok) return stored
        const { known, closedDraft } = stored.value
        const savedAt = clock.now()
        const draft = source === (known?.source ?? '') ? null : { source, at: savedAt }
        const saved = await store.setDraft(accountId, target, draft, closedDraft)
        return saved.ok ? ok({ savedAt }) : saved
      }),
    discardDraft: (accountId: string, target: FunctionTarget): Promise<Result<FunctionState>> =>
      store.inOrder(async () => {
        const stored = await store.find(accountId, target)
        if (!stored.ok) return stored
        const dropped = await store.setDraft(accountId, target, null, stored.value.closedDraft)
        return dropped.ok ? stateOf(accountId, target) : dropped
      }),
    send,
    sentSource: async (accountId: string, id: string): Promise<Result<{ source: string }>> => {
      const source = await store.sentSource(accountId, id)
      return source.ok ? ok({ source: source.value }) : source
    },
  }
}
