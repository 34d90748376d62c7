import { createHmac, createSecretKey } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { openBytes, sealBytes } from '../../sealing/aes.ts'
import { KEY_ID_BYTES, type SealingKey } from '../../sealing/sealing-keys.ts'

/*
 * Payloads of snapshots.
 *   encrypted: "RDC1", key id (8), the deflated JSON as core/sealing/aes.ts seals it
 *   hashes:    "RDH1", salt (32), the deflated JSON
 */
const ENCRYPTED = Buffer.from('RDC1')
const HASHES = Buffer.from('RDH1')
export const SALT_BYTES = 32
/** No answer of the service is larger than 16 MiB; JSON of the same records may be a little longer. */
const LARGEST_TEXT = 256 * 2 ** 20

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

/** What a payload belongs to; a payload in the row of another one does not open. */
export type Owner = { accountId: string; snapshotId: string }

const boundTo = ({ accountId, snapshotId }: Owner, head: Buffer): Buffer =>
  Buffer.from(JSON.stringify(['replay-desk cookie snapshot', accountId, snapshotId, head.toString('hex')]))

const damaged = () =>
  fail('storage', 'This snapshot is damaged and cannot be opened.', {
    next: 'Remove it. Other snapshots are not affected.',
  })

const pack = async (content: unknown): Promise<Result<Buffer>> => {
  let text: string
  try {
    text = JSON.stringify(content)
  } catch {
    return fail('bad-answer', 'These cookies are nested too deeply to be saved.') // what could be parsed cannot be written
  }
  return ok(await deflateAsync(text))
}
const unpack = async (packed: Uint8Array): Promise<Result<unknown>> => {
  try {
    return ok(JSON.parse((await inflateAsync(packed, { maxOutputLength: LARGEST_TEXT })).toString()) as unknown)
  } catch {
    return damaged()
  }
}

/** Content (JSON) under a key. */
export const sealEncrypted = async (
  content: unknown,
  owner: Owner,
  { id, key }: SealingKey,
): Promise<Result<Buffer>> => {
  const packed = await pack(content)
  if (!packed.ok) return packed
  const head = Buffer.concat([ENCRYPTED, id])
  return ok(Buffer.concat([head, sealBytes(packed.value, key, boundTo(owner, head))]))
}

/** Content without a secret in it, with the salt of its hashes. */
export const sealHashes = async (content: unknown, salt: Buffer): Promise<Result<Buffer>> => {
  const packed = await pack(content)
  return packed.ok ? ok(Buffer.concat([HASHES, salt, packed.value])) : packed
}

export type Opened = { content: unknown; salt: Buffer | null }

/**
 * The content of a payload; `salt` is null for an encrypted one. A `keychain` problem when the key cannot be had,
 * `storage` when the payload is damaged or belongs to another row.
 */
export const openPayload = async (
  payload: Uint8Array,
  owner: Owner,
  keyNamed: (id: Buffer) => Promise<Result<SealingKey>>,
): Promise<Result<Opened>> => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  const form = bytes.subarray(0, ENCRYPTED.length)
  if (form.equals(HASHES)) {
    const at = HASHES.length + SALT_BYTES
    const content = await unpack(bytes.subarray(at))
    return content.ok ? ok({ content: content.value, salt: bytes.subarray(HASHES.length, at) }) : content
  }
  const head = bytes.subarray(0, ENCRYPTED.length + KEY_ID_BYTES)
  if (!form.equals(ENCRYPTED)) return damaged()
  const key = await keyNamed(head.subarray(ENCRYPTED.length))
  if (!key.ok) return key
  const packed = openBytes(bytes.subarray(head.length), key.value.key, boundTo(owner, head))
  if (!packed) return damaged()
  const content = await unpack(packed)
  return content.ok ? ok({ content: content.value, salt: null }) : content
}

/**
 * HMAC-SHA256 of values under a salt, 43 signs each. UTF-16, so that a value with half a character in it has a hash of
 * its own, too. The key is prepared once: that is what costs time.
 */
export const createValueHasher = (salt: Buffer): ((value: string) => string) => {
  const key = createSecretKey(salt)
  return (value) => createHmac('sha256', key).update(value, 'utf16le').digest('base64url')
}
