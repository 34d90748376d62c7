import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What a sealed form has more than the bytes in it. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

/** Nonce (12), tag (16), AES-256-GCM of the bytes. Opens only together with `boundTo`, which says what they belong to. */
export const sealBytes = (bytes: Uint8Array, key: Buffer, boundTo: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The bytes again; null when anything of them, the key or `boundTo` is another. */
export const openBytes = (sealed: Buffer, key: Buffer, boundTo: Buffer): Buffer | null => {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, SEAL_BYTES)
  if (tag.length < TAG_BYTES) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(boundTo).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
