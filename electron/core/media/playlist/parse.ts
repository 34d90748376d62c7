import { fail, ok, type Result } from '../../../contract/result.ts'
import { atOnce } from '../../base/turns.ts'
import { lineSteps, MOST_LINES, readAttributes, readTag, STEP } from './lines.ts'
import type { MediaPlaylist, Multivariant } from './model.ts'
import { mediaSteps } from './parse-media.ts'
import { resolveAddress } from './resolve.ts'

const notAPlaylist = (text: string) =>
  fail(
    'bad-playlist',
    text.trim() === '' ? 'The service returned an empty playlist.' : 'The service did not return a playlist.',
    { next: 'Retry later.' },
  )

const tooLong = (most: number) =>
  fail('bad-playlist', `The playlist has more than ${most.toLocaleString('en')} lines, which is the maximum.`, {
    next: 'Tell the operator of the service.',
  })

/** Lines of a list of variants; real ones have a hundred. */
const MOST_VARIANT_LINES = 2_000

/** Groups of sound with an address of their own; without one the sound is in the segments of the pictures. */
const soundGroups = (lines: string[]): Set<string> => {
  const groups = new Set<string>()
  for (const line of lines) {
    const tag = readTag(line)
    if (tag?.name !== 'EXT-X-MEDIA') continue
    const attributes = readAttributes(tag.value)
    if (attributes.get('TYPE') === 'AUDIO' && attributes.has('URI')) groups.add(attributes.get('GROUP-ID') ?? '')
  }
  return groups
}

const parseMultivariant = (lines: string[], base: string | null): Result<Multivariant> => {
  if (lines.length > MOST_VARIANT_LINES) return tooLong(MOST_VARIANT_LINES)
  const variants: Multivariant['variants'] = []
  const apart = soundGroups(lines)
  let pending: Map<string, string> | null = null
  for (const line of lines) {
    const tag = readTag(line)
    if (tag?.name === 'EXT-X-STREAM-INF') pending = readAttributes(tag.value)
    if (line.startsWith('#') || !pending) continue
    const address = resolveAddress(line, base)
    if (!address.ok) return address
    const [width = 0, height = 0] = (pending.get('RESOLUTION') ?? '').split('x').map(Number)
    variants.push({
      url: address.value,
      bandwidth: Number(pending.get('BANDWIDTH')) || 0,
      pixels: width * height || 0,
      soundApart: apart.has(pending.get('AUDIO') ?? ''),
    })
    pending = null
  }
  if (variants.length === 0) return fail('bad-playlist', 'The playlist contains no usable variant.')
  return ok({ kind: 'multivariant', variants })
}

/**
 * Reads a playlist text in steps: a media playlist, cleaned, or a list of variants (P04). `base` is the address the
 * text came from; null for text that came inside the replay record.
 */
export const playlistSteps = function* (
  text: string,
  base: string | null,
): Generator<undefined, Result<MediaPlaylist | Multivariant>> {
  const lines = yield* lineSteps(text)
  if (!lines) return notAPlaylist(text)
  if (lines.length > MOST_LINES) return tooLong(MOST_LINES)
  for (const [nth, line] of lines.entries()) {
    if (nth % STEP === STEP - 1) yield
    if (readTag(line)?.name === 'EXT-X-STREAM-INF') return parseMultivariant(lines, base)
  }
  return yield* mediaSteps(lines, base)
}

/** The same at once, where nothing else waits. */
export const parsePlaylist = (text: string, base: string | null): Result<MediaPlaylist | Multivariant> =>
  atOnce(playlistSteps(text, base))

/** The sharpest variant; among equals the one with the most bits. */
export const bestVariant = (list: Multivariant): Multivariant['variants'][number] => {
  const sorted = [...list.variants].sort((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  return sorted[0] as Multivariant['variants'][number] // a list without variants does not parse
}
