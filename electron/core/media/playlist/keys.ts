import { fail, ok, type Result } from '../../../contract/result.ts'
import { readAttributes } from './lines.ts'
import { resolveAddress } from './resolve.ts'

/** The key in force; `iv` is null when the list leaves it to the sequence number. */
export type RawKey = { url: string; iv: string | null } | null

/** RFC 8216, 5.2: without an IV attribute the IV is the media sequence number, big endian, 16 bytes (P18). */
export const sequenceIv = (sequence: number): string => sequence.toString(16).padStart(32, '0')

/** Reads EXT-X-KEY. Only AES-128 with a plain 16-byte key can be played; all else is refused by name. */
export const readKey = (value: string, base: string | null): Result<RawKey> => {
  const attributes = readAttributes(value)
  const method = attributes.get('METHOD') ?? ''
  if (method === 'NONE') return ok(null)
  const format = attributes.get('KEYFORMAT') ?? 'identity'
  if (method !== 'AES-128' || format !== 'identity') {
    const name = method === 'AES-128' ? format : method
    const shown = /^[\w.:-]{1,40}$/.test(name) ? name : 'an unknown method'
    return fail('bad-playlist', `The recording is encrypted with ${shown}, which is not supported.`, {
      next: 'Only AES-128 is supported.',
    })
  }
  const address = resolveAddress(attributes.get('URI') ?? '', base)
  if (!address.ok) return address
  const iv = attributes.get('IV')
  if (iv === undefined) return ok({ url: address.value, iv: null })
  const digits = /^0[xX]([0-9a-fA-F]{1,32})$/.exec(iv)?.[1]
  return digits === undefined
    ? fail('bad-playlist', 'The playlist contains an invalid encryption IV.')
    : ok({ url: address.value, iv: digits.toLowerCase().padStart(32, '0') })
}
