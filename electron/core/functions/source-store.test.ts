import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FunctionTarget } from '../../contract/models/function-models.ts'
import { memoryKeychain, noKeychain } from '../account/testing/test-keychain.ts'
import { migrate, STEPS } from '../library/database/migrations.ts'
import type { Library } from '../library/library.ts'
import { folderPerTest } from '../library/testing/per-test.ts'
import { quietLog, testLibrary, unwrap } from '../library/testing/test-library.ts'
import { createFunctions } from './functions.ts'
import { sealPlain } from './seal-plain.ts'
import { createSourceStore } from './source-store.ts'

const login: FunctionTarget = { connectionId: 'conn-a', role: 'login' }
const verifier: FunctionTarget = { connectionId: 'conn-a', role: 'verifier' }
const A = 'a1'
const DRAFT = 'draft = "planted-draft-text"\n'
const KNOWN = 'known = "planted-known-text"\n'
const SENT = 'sent = "planted-sent-text"\n'
const PLANTED = /planted-\w+-text/
const VERSIONS = { version: '7', sourceFunctionId: null, sourceFunctionVersion: null }
const NOW = 1_790_000_000_000

const place = folderPerTest()
let library: Library
let keychain: ReturnType<typeof memoryKeychain>
beforeEach(() => {
  library = testLibrary(place.folder)
  keychain = memoryKeychain()
})
afterEach(() => library.close())

const storeWith = (chain: Parameters<typeof createSourceStore>[0]['keychain'] = keychain) =>
  createSourceStore({ library, keychain: chain, log: quietLog() })
const functionsWith = (store = storeWith()) =>
  createFunctions({ library, store, clock: { now: () => NOW, after: () => () => {} } })
const known = (source: string) => ({ source, origin: 'read' as const, at: 1, ...VERSIONS })

/** Every byte of the library's files, as text. */
const bytesOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')
const change = (sql: string): void => {
  const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
  db.exec(sql)
  db.close()
}
/** Rows as programs before this one wrote them, with one that was removed. */
const writePlain = (): void => {
  library.close()
  const file = join(place.folder, 'library.sqlite')
  const db = new DatabaseSync(file)
  const rest = 'x'.repeat(6_000)
  db.exec(`INSERT INTO functions (account_id, connection_id, role, draft, draft_at, source, origin, known_at, version)
      VALUES ('${A}', 'conn-a', 'login', '${DRAFT}', 5, '${KNOWN}', 'read', 4, '7');
    INSERT INTO function_sends (id, account_id, connection_id, role, at, source)
      VALUES ('s1', '${A}', 'conn-a', 'login', 3, '${SENT}${rest}');
    INSERT INTO function_sends (id, account_id, connection_id, role, at, source)
      VALUES ('s2', '${A}', 'conn-a', 'login', 2, 'planted-removed-text${rest}');
    DELETE FROM function_sends WHERE id = 's2';`)
  db.close()
  library = testLibrary(place.folder)
}

test('neither a draft nor a source is in any byte of the library', async () => {
  const store = storeWith()
  unwrap(await store.setKnown(A, login, known(KNOWN)))
  unwrap(await store.setDraft(A, login, { source: DRAFT, at: 2 }, null))
  unwrap(await store.accept(A, verifier, SENT, { ...known(SENT), origin: 'sent' }))
  expect(bytesOf(place.folder)).not.toMatch(PLANTED)
  library.close()
  expect(bytesOf(place.folder)).not.toMatch(PLANTED)
  library = testLibrary(place.folder)
  const again = storeWith()
  expect(unwrap(await again.find(A, login))).toMatchObject({ draft: { source: DRAFT }, known: { source: KNOWN } })
  const [sent] = unwrap(library.functions.sends(A, verifier))
  expect(sent).toMatchObject({ bytes: SENT.length, origin: 'sent' })
  expect(unwrap(await again.sentSource(A, sent?.id ?? ''))).toBe(SENT)
})

test('a sealed source opens in its own place alone: not for another account, function or row', async () => {
  const store = storeWith()
  for (const [account, target] of [
    [A, login],
    [A, verifier],
    ['a2', login],
  ] as const) {
    unwrap(await store.setKnown(account, target, known(`of ${account} ${target.role}`)))
    unwrap(await store.setKnown(account, target, known(`then ${account} ${target.role}`)))
  }
  const read = async (account: string, target: FunctionTarget) => unwrap(await storeWith().find(account, target)).known
  expect(await read('a2', login)).toMatchObject({ source: 'then a2 login' })
  const from = (where: string) =>
    `(SELECT source_id, source_sealed, source_hash FROM functions WHERE ${where}) WHERE account_id = '${A}' AND role = 'login'`
  change(`UPDATE functions SET (source_id, source_sealed, source_hash) = ${from("account_id = 'a2'")}`)
  expect(await read(A, login)).toBeNull()
  change(
    `UPDATE functions SET (source_id, source_sealed, source_hash) = ${from(`account_id = '${A}' AND role = 'verifier'`)}`,
  )
  expect(await read(A, login)).toBeNull()
  const [old] = unwrap(library.functions.sends(A, verifier))
  expect(unwrap(await store.sentSource(A, old?.id ?? ''))).toBe(`of ${A} verifier`)
  change(
    `UPDATE function_sends SET sealed = (SELECT source_sealed FROM functions WHERE account_id = '${A}' AND role = 'verifier') WHERE id = '${old?.id}'`,
  )
  expect(await store.sentSource(A, old?.id ?? '')).toMatchObject({ ok: false, problem: { code: 'storage' } })
})

test('no two forms of one text are the same, and their hash tells nothing without the key', async () => {
  const store = storeWith()
  const key = await store.keyAtHand()
  const other = await storeWith(memoryKeychain()).keyAtHand()
  const sealed = Array.from({ length: 100 }, () => store.toStore(A, login, KNOWN, key).sealed)
  const NONCE_AT = 12
  const nonces = sealed.map((one) =>
    Buffer.from(one?.bytes ?? [])
      .subarray(NONCE_AT, NONCE_AT + 12)
      .toString('hex'),
  )
  expect(new Set(nonces).size).toBe(100)
  expect(new Set(sealed.map((one) => Buffer.from(one?.hash ?? []).toString('hex'))).size).toBe(1)
  expect(store.toStore(A, login, KNOWN, other).sealed?.hash).not.toEqual(sealed[0]?.hash)
  expect(store.toStore('a2', login, KNOWN, key).sealed?.hash).not.toEqual(sealed[0]?.hash)
})

test('without a keychain a draft is kept plain, and the state says so; sealed as soon as there is one', async () => {
  const plain = functionsWith(storeWith(noKeychain()))
  unwrap(await plain.open(A, login))
  unwrap(await plain.saveDraft(A, login, DRAFT))
  expect(unwrap(await plain.open(A, login))).toMatchObject({
    draft: { source: DRAFT },
    notEncrypted: 'No keychain service is running.',
  })
  const store = storeWith()
  await sealPlain(store, library, new AbortController().signal)
  expect(unwrap(library.plainSources.next())).toEqual([])
  expect(unwrap(await functionsWith(store).open(A, login))).toMatchObject({
    draft: { source: DRAFT },
    notEncrypted: null,
  })
})

test('a draft whose key is gone is never lost: told, kept, and moved into the history by the next one', async () => {
  const before = functionsWith()
  unwrap(await before.saveDraft(A, login, DRAFT))
  const entries = new Map(keychain.entries)
  keychain.entries.clear()
  const after = functionsWith()
  expect(unwrap(await after.open(A, login))).toMatchObject({
    draft: null,
    history: [],
    unreadable: {
      code: 'keychain',
      message: expect.stringMatching(/^The saved draft cannot be shown\. The key .* no longer/),
    },
  })
  unwrap(await after.saveDraft(A, login, 'a new draft'))
  const state = unwrap(await after.open(A, login))
  expect(state).toMatchObject({
    draft: { source: 'a new draft' },
    unreadable: null,
    history: [{ origin: 'draft', bytes: DRAFT.length }],
  })
  const id = state.history[0]?.id ?? ''
  expect(await after.sentSource(A, id)).toMatchObject({ ok: false, problem: { code: 'keychain' } })
  for (const [name, secret] of entries) keychain.entries.set(name, secret) // the person restores the entry
  expect(unwrap(await functionsWith().sentSource(A, id)).source).toBe(DRAFT)
})

test('discarding also moves a draft that cannot be opened', async () => {
  unwrap(await functionsWith().saveDraft(A, login, DRAFT))
  keychain.entries.clear()
  expect(unwrap(await functionsWith().discardDraft(A, login))).toMatchObject({
    draft: null,
    history: [{ origin: 'draft' }],
  })
})

test('a known source whose key is gone counts as unknown', async () => {
  unwrap(await storeWith().setKnown(A, login, known(KNOWN)))
  keychain.entries.clear()
  expect(unwrap(await functionsWith().open(A, login))).toMatchObject({
    known: null,
    unreadable: { message: expect.stringMatching(/counts as unknown/) },
  })
})

test('a keychain that locks in the middle of a run neither stops drafts nor writes them plain', async () => {
  let locked = false
  const chain = { ...keychain, read: async (name: string) => (locked ? noKeychain().read(name) : keychain.read(name)) }
  const functions = functionsWith(storeWith(chain))
  unwrap(await functions.open(A, login))
  unwrap(await functions.saveDraft(A, login, 'first'))
  locked = true
  unwrap(await functions.open(A, login))
  unwrap(await functions.saveDraft(A, login, DRAFT))
  expect(unwrap(library.plainSources.next())).toEqual([])
  expect(unwrap(await functions.open(A, login))).toMatchObject({ draft: { source: DRAFT }, notEncrypted: null })
})

test('saving a draft asks the keychain for nothing once the function is open', async () => {
  let asked = 0
  const chain = { ...keychain, read: (name: string) => (asked++, keychain.read(name)) }
  const functions = functionsWith(storeWith(chain))
  unwrap(await functions.saveDraft(A, login, 'one'))
  const before = asked
  for (const text of ['two', 'three', 'four']) unwrap(await functions.saveDraft(A, login, text))
  expect(asked).toBe(before)
})

test('what was plain before is sealed in the background, and no byte of it is left when the program has ended', async () => {
  writePlain()
  expect(bytesOf(place.folder)).toMatch(/planted-removed-text/)
  unwrap(await storeWith(noKeychain()).setDraft(A, verifier, { source: 'planted-typed-text', at: 3 }, null))
  const store = storeWith()
  await sealPlain(store, library, new AbortController().signal)
  expect(unwrap(await store.find(A, login))).toMatchObject({ draft: { source: DRAFT }, known: { source: KNOWN } })
  expect(unwrap(await store.sentSource(A, 's1'))).toMatch(/^sent = "planted-sent-text"/)
  expect(unwrap(library.plainSources.erase())).toBe(true)
  expect(bytesOf(place.folder)).not.toMatch(PLANTED)
  expect(unwrap(library.plainSources.erase())).toBe(false) // once
  library.close()
  expect(bytesOf(place.folder)).not.toMatch(PLANTED)
  library = testLibrary(place.folder)
  expect(unwrap(await storeWith().find(A, login))).toMatchObject({ draft: { source: DRAFT } })
})

test('a library of the program before keeps what it has', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, STEPS.slice(0, 9))
  db.exec(
    `INSERT INTO function_sends (id, account_id, connection_id, role, at, source) VALUES ('s', 'a', 'c', 'login', 1, 'x')`,
  )
  migrate(db)
  expect(db.prepare('SELECT source, sealed FROM function_sends').all()).toMatchObject([{ source: 'x', sealed: null }])
  expect(db.prepare('SELECT name FROM chores').all()).toMatchObject([{ name: 'erase-plain-sources' }])
  db.close()
})
