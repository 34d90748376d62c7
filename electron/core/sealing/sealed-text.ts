import { createHmac, hkdfSync } from 'node:crypto'
import { fail, ok, type Result } from '../../contract/result.ts'
import { openBytes, SEAL_BYTES, sealBytes } from './aes.ts'
import { KEY_ID_BYTES, type SealingKey, type SealingKeys } from './sealing-keys.ts'

/* A sealed text: "RDT1", key id (8), the UTF-8 text as aes.ts seals it. */
const FORM = Buffer.from('RDT1')
const HEAD_BYTES = FORM.length + KEY_ID_BYTES
/** What a sealed text has more than the bytes of the text. */
export const SEALED_TEXT_BYTES = HEAD_BYTES + SEAL_BYTES

/** What a text belongs to, as words in a fixed order; in the place of another text it does not open. */
type Owner = readonly string[]

const boundTo = (owner: Owner, head: Buffer): Buffer => Buffer.from(JSON.stringify([...owner, head.toString('hex')]))

export const sealText = (text: string, owner: Owner, { id, key }: SealingKey): Buffer => {
  const head = Buffer.concat([FORM, id])
  return Buffer.concat([head, sealBytes(Buffer.from(text), key, boundTo(owner, head))])
}

/** The text; a `keychain` problem when its key cannot be had, `storage` when it is damaged or another row's. */
export const openText = async (
  sealed: Uint8Array,
  owner: Owner,
  keyNamed: SealingKeys['named'],
): Promise<Result<string>> => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const damaged = fail('storage', 'This text is damaged and cannot be decrypted.')
  if (!bytes.subarray(0, FORM.length).equals(FORM) || bytes.length < SEALED_TEXT_BYTES) return damaged
  const head = bytes.subarray(0, HEAD_BYTES)
  const key = await keyNamed(head.subarray(FORM.length))
  if (!key.ok) return key
  const text = openBytes(bytes.subarray(HEAD_BYTES), key.value.key, boundTo(owner, head))
  return text ? ok(text.toString()) : damaged
}

/**
 * What tells in SQL that two texts of one place are the same, and nothing else of them: HMAC-SHA256 under a key that is
 * derived for this alone, so that a guess can be tried only with the keychain's key.
 */
export const textHash = (text: string, place: Owner, { key }: SealingKey): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'replay-desk text hash', 32)))
    .update(JSON.stringify(place))
    .update(text)
    .digest()
