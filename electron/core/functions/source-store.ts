import { randomUUID } from 'node:crypto'
import type { FunctionState, FunctionTarget } from '../../contract/models/function-models.ts'
import { ok, type Problem, type Result } from '../../contract/result.ts'
import type { Keychain, Log } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import type { RestingText, TextToStore } from '../library/tables/functions-table.ts'
import { openText, sealText, textHash } from '../sealing/sealed-text.ts'
import { createSealingKeys, type KeyPurpose, type SealingKey } from '../sealing/sealing-keys.ts'

const SOURCE_KEY: KeyPurpose = {
  entry: 'function-sources',
  format: 'replay-desk-source-key:1',
  idOf: 'replay-desk source key',
  name: 'key of function sources',
  lost: {
    message: 'The key of this source is no longer in the keychain, so it cannot be decrypted.',
    next: 'Restore the keychain entry.',
  },
}

export type KnownSource = NonNullable<FunctionState['known']>
type Opened = Pick<FunctionState, 'draft' | 'known' | 'shows' | 'unreadable'> & {
  /** The id of a draft that is stored and cannot be opened. */
  closedDraft: string | null
}

type Place = { connectionId: string; role: string }
const placeOf = (accountId: string, { connectionId, role }: Place) =>
  ['replay-desk function source', accountId, connectionId, role] as const

/** What a sealed source is bound to. */
const ownerOf = (accountId: string, place: Place, id: string) => [...placeOf(accountId, place), id]

type StoreConfig = { library: Pick<Library, 'functions' | 'write'>; keychain: Keychain; log: Log }

/**
 * Sources and drafts as texts, at rest under a key of the keychain, each bound to its account, function and row. The key
 * is at hand before the library is changed. Without one a text rests plain: a draft is worth more than the lock on it.
 */
export const createSourceStore = ({ library, keychain, log }: StoreConfig) => {
  const table = library.functions
  const keys = createSealingKeys(keychain, log, SOURCE_KEY)
  /** The last key that the keychain gave in this run. It stays usable when the keychain is locked meanwhile. */
  let held: SealingKey | null = null
  let refused: Problem | null = null
  let asked: Promise<void> | null = null

  const askKey = (): Promise<void> => {
    asked = keys.present().then((present) => {
      if (present.ok) held = present.value
      refused = present.ok ? null : present.problem
    })
    return asked
  }
  const keyAtHand = async (): Promise<SealingKey | null> => {
    if (!held) await (asked ?? askKey())
    return held
  }

  const toStore = (
    accountId: string,
    target: Place,
    plain: string,
    key: SealingKey | null,
    id: string = randomUUID(),
  ): TextToStore => {
    const place = placeOf(accountId, target)
    return {
      id,
      plain,
      sealed: key && { bytes: sealText(plain, ownerOf(accountId, target, id), key), hash: textHash(plain, place, key) },
    }
  }
  const seal = async (accountId: string, target: FunctionTarget, plain: string): Promise<TextToStore> =>
    toStore(accountId, target, plain, await keyAtHand())

  const open = async (accountId: string, target: Place, source: RestingText): Promise<Result<string>> =>
    'text' in source ? ok(source.text) : openText(source.sealed, ownerOf(accountId, target, source.id), keys.named)

  const find = async (accountId: string, target: FunctionTarget): Promise<Result<Opened>> => {
    const stored = table.find(accountId, target)
    if (!stored.ok) return stored
    const { draft, known, shows } = stored.value
    const draftText = draft && (await open(accountId, target, draft.source))
    const knownText = known && (await open(accountId, target, known.source))
    return ok({
      shows,
      draft: draft && draftText?.ok ? { ...draft, source: draftText.value } : null,
      known: known && knownText?.ok ? { ...known, source: knownText.value } : null,
      closedDraft: draft && draftText?.ok === false ? draft.source.id : null,
      unreadable: unreadableOf(draftText, knownText),
    })
  }

  /** Changes of drafts are made in the order they were asked for: sealing takes its time, and the last one counts. */
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  return {
    find,
    toStore,
    /** Asks the keychain for the key again, so that a key that was taken away or came back is noticed. */
    askKey,
    keyAtHand,
    /** Why texts rest plain; null: they are sealed, or the keychain has not answered yet. */
    notEncrypted: (): string | null => (held ? null : (refused?.message ?? null)),
    inOrder,
    /** Null drops the draft. One that cannot be opened is moved into the history, never overwritten. */
    setDraft: async (
      accountId: string,
      target: FunctionTarget,
      draft: { source: string; at: number } | null,
      closed: string | null,
    ): Promise<Result<undefined>> => {
      const stored = draft && { source: await seal(accountId, target, draft.source), at: draft.at }
      return library.write(() => table.setDraft(accountId, target, stored, closed))
    },
    setKnown: async (
      accountId: string,
      target: FunctionTarget,
      { source, ...facts }: KnownSource,
    ): Promise<Result<undefined>> => {
      const stored = await seal(accountId, target, source)
      return library.write(() => table.setKnown(accountId, target, stored, facts))
    },
    /** `source` is what was sent, `known` what the service has since. */
    accept: async (
      accountId: string,
      target: FunctionTarget,
      source: string,
      { source: present, ...facts }: KnownSource,
    ): Promise<Result<undefined>> => {
      const texts = { sent: await seal(accountId, target, source), known: await seal(accountId, target, present) }
      return library.write(() => table.accept(accountId, target, texts, facts))
    },
    sentSource: async (accountId: string, id: string): Promise<Result<string>> => {
      const sent = table.sent(accountId, id)
      if (!sent.ok) return sent
      return open(accountId, sent.value, sent.value.source)
    },
  }
}
export type SourceStore = ReturnType<typeof createSourceStore>

const unreadableOf = (draft: Result<string> | null, known: Result<string> | null): Problem | null => {
  if (draft?.ok === false) {
    return {
      ...draft.problem,
      message: `The saved draft cannot be shown. ${draft.problem.message}`,
      next: [draft.problem.next, 'A new draft moves it to the history.'].filter(Boolean).join(' '),
    }
  }
  if (known?.ok !== false) return null
  return {
    ...known.problem,
    message: `The last known source cannot be shown, so it counts as unknown. ${known.problem.message}`,
  }
}
