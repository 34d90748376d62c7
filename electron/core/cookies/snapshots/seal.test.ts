import { randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fail, ok } from '../../../contract/result.ts'
import { unwrap } from '../../library/testing/test-library.ts'
import { KEY_ID_BYTES } from '../../sealing/sealing-keys.ts'
import type { ReadWithValues } from '../reads.ts'
import { testCookie } from '../testing/test-cookies.ts'
import { openPayload, sealEncrypted } from './seal.ts'
import { createSnapshots } from './snapshots.ts'

const key = { id: randomBytes(KEY_ID_BYTES), key: randomBytes(32) }
const owner = { accountId: 'a', snapshotId: 's' }
const content = { v: 1, records: ['{"name":"sid","value":"planted-value"}'] }
/** Bytes before the nonce: form and key id. */
const HEAD_BYTES = 4 + KEY_ID_BYTES
const NONCE_BYTES = 12

test('no two payloads of one key share a nonce, also for the same content', async () => {
  const sealed = await Promise.all(
    Array.from({ length: 200 }, async () => unwrap(await sealEncrypted(content, owner, key))),
  )
  const nonces = sealed.map((payload) => payload.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES).toString('hex'))
  expect(new Set(nonces).size).toBe(sealed.length)
  const bodies = sealed.map((payload) => payload.subarray(HEAD_BYTES + NONCE_BYTES).toString('hex'))
  expect(new Set(bodies).size).toBe(sealed.length)
})

test('a payload opens for its own row alone, and not when any byte of it was changed', async () => {
  const payload = unwrap(await sealEncrypted(content, owner, key))
  const open = (bytes: Buffer, to = owner) => openPayload(bytes, to, async () => ok(key))
  expect(await open(payload)).toMatchObject({ ok: true, value: { content, salt: null } })
  for (const other of [
    { ...owner, accountId: 'b' },
    { ...owner, snapshotId: 't' },
  ]) {
    expect(await open(payload, other)).toMatchObject({ ok: false, problem: { code: 'storage' } })
  }
  for (let at = 0; at < payload.length; at += 1) {
    const changed = Buffer.from(payload)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect((await open(changed)).ok, `byte ${at}`).toBe(false)
  }
})

test('two snapshots of one value have different hashes of it', async () => {
  const payloads: Uint8Array[] = []
  const none = async () => fail('keychain', 'There is no keychain.')
  const snapshots = createSnapshots({
    table: {
      add: (_account: string, snapshot: unknown, payload: Uint8Array) => (payloads.push(payload), ok(snapshot)),
    } as never,
    keychain: { read: none, write: none, remove: none },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    sitesOf: () => null,
  })
  const cookie = testCookie({ value: 'the same' })
  const read: ReadWithValues = {
    accountId: 'a',
    profileId: 'p',
    at: 0,
    snapshotId: null,
    label: null,
    cookies: [cookie],
    values: { kind: 'plain' },
    skipped: 0,
    skippedReasons: [],
  }
  for (let n = 0; n < 2; n += 1) expect((await snapshots.keep(read, null)).ok).toBe(true)
  const hashes = payloads.map(
    (payload) => /"hash":"([^"]{43})"/.exec(inflateSync(payload.subarray(36)).toString())?.[1],
  )
  expect(hashes[0]).toBeDefined()
  expect(hashes[0]).not.toBe(hashes[1])
})
