import { readFileSync } from 'node:fs'

export const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** Bytes that look like an MPEG transport stream and differ by `seed`: sync bytes where they belong. */
export const fakeTs = (bytes: number, seed = 1): Buffer => {
  const out = Buffer.alloc(bytes)
  for (let i = 0; i < bytes; i++) out[i] = i % 188 === 0 ? 0x47 : (i * 31 + seed * 17) & 0xff
  return out
}

/** Bytes that begin like an MP4. */
export const fakeMp4 = (bytes: number): Buffer => {
  const out = fakeTs(bytes, 7)
  Buffer.from([0, 0, 0, 16, ...Buffer.from('ftypisom')]).copy(out)
  return out
}

/** A media playlist over complete links, 2 s each. */
export const playlistOf = (urls: string[], extra: string[] = []): string =>
  [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    ...extra,
    ...urls.flatMap((url) => ['#EXTINF:2.0,', url]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
