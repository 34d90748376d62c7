import { boxesIn, findBox } from '../fmp4/box-walk.ts'

/** Bytes of a sample entry in front of its boxes (ISO 14496-12, 12.1.3 and 12.2.3), size and type included. */
const VIDEO_HEAD = 86
const AUDIO_HEAD = 36

const pad = (value: number): string => String(value).padStart(2, '0')

/** The configuration box of a sample entry, or null. */
export const configOf = (entry: Buffer, kind: 'video' | 'audio', type: string): Buffer | null => {
  const head = kind === 'video' ? VIDEO_HEAD : AUDIO_HEAD
  const box = entry.length > head ? findBox(entry, [type], head, entry.length) : null
  return box && entry.subarray(box.from, box.to)
}

/** The object type of an `esds` and, for AAC, its audio object type (ISO 14496-1, 7.2.6). */
const esdsCodec = (esds: Buffer): string => {
  let at = 4
  /** Steps into a descriptor of that tag. */
  const enter = (tag: number): boolean => {
    if (esds[at] !== tag) return false
    at++
    for (let n = 0; n < 4 && ((esds[at++] ?? 0) & 0x80) !== 0; n++);
    return true
  }
  if (!enter(3)) return 'mp4a'
  const flags = esds[at + 2] ?? 0
  at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0)
  if (flags & 0x40) at += 1 + (esds[at] ?? 0)
  if (!enter(4)) return 'mp4a'
  const type = esds[at] ?? 0
  at += 13
  if (type !== 0x40 || !enter(5)) return `mp4a.${type.toString(16)}`
  const first = (esds[at] ?? 0) >> 3
  return `mp4a.40.${first === 31 ? 32 + ((((esds[at] ?? 0) & 7) << 3) | ((esds[at + 1] ?? 0) >> 5)) : first}`
}

/** RFC 6381 name of what a sample entry holds; its type where nothing more is known. */
export const codecOf = (entry: Buffer, kind: 'video' | 'audio'): string => {
  const type = entry.toString('latin1', 4, 8)
  const config = (name: string) => configOf(entry, kind, name)
  if (type === 'avc1' || type === 'avc3') {
    const avcC = config('avcC')
    return avcC ? `${type}.${avcC.subarray(1, 4).toString('hex')}` : type
  }
  if (type === 'mp4a') {
    const esds = config('esds')
    return esds ? esdsCodec(esds) : type
  }
  if (type === 'av01') {
    const av1C = config('av1C')
    if (!av1C || av1C.length < 3) return type
    const [second = 0, third = 0] = av1C.subarray(1)
    const depth = third & 0x40 ? (third & 0x20 ? 12 : 10) : 8
    return `av01.${second >> 5}.${pad(second & 31)}${third & 0x80 ? 'H' : 'M'}.${pad(depth)}`
  }
  if (type === 'vp09') {
    const vpcC = config('vpcC')
    if (!vpcC || vpcC.length < 7) return type
    return `vp09.${pad(vpcC[4] as number)}.${pad(vpcC[5] as number)}.${pad((vpcC[6] as number) >> 4)}`
  }
  return type === 'Opus' ? 'opus' : type === 'fLaC' ? 'flac' : type
}

/** The two bit rates and the size of the buffer in the decoder's descriptor of an `esds` (ISO 14496-1, 7.2.6.6). */
const withoutRates = (esds: Buffer): Buffer => {
  const out = Buffer.from(esds)
  const decoder = out.indexOf(4, 20)
  const type = decoder < 0 ? -1 : out.indexOf(0x40, decoder)
  return type < 0 ? out : out.fill(0, type + 2, type + 13)
}

/**
 * What of a sample entry a decoder goes by: without the bit rates, which differ from one part of a recording to the
 * next.
 */
export const setupOf = (entry: Buffer, kind: 'video' | 'audio'): Buffer => {
  const head = kind === 'video' ? VIDEO_HEAD : AUDIO_HEAD
  const parts = [entry.subarray(4, head)]
  for (const { type, at, to } of entry.length > head ? boxesIn(entry, head, entry.length) : []) {
    if (type !== 'btrt') parts.push(type === 'esds' ? withoutRates(entry.subarray(at, to)) : entry.subarray(at, to))
  }
  return Buffer.concat(parts)
}

/** The protection scheme of a sample entry, or null where it is clear (ISO 14496-12, 8.12). */
export const schemeOf = (entry: Buffer, kind: 'video' | 'audio'): string | null => {
  const head = kind === 'video' ? VIDEO_HEAD : AUDIO_HEAD
  const type = entry.toString('latin1', 4, 8)
  if (entry.length <= head) return type.startsWith('enc') ? type : null
  for (const { type: inner, from, to } of boxesIn(entry, head, entry.length)) {
    if (inner !== 'sinf') continue
    const schm = findBox(entry, ['schm'], from, to)
    return schm && schm.to - schm.from >= 8 ? entry.toString('latin1', schm.from + 4, schm.from + 8) : type
  }
  return type.startsWith('enc') ? type : null
}
