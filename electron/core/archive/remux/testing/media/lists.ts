import type { Hls, MediaKit } from './media-kit.ts'

/** The playlist and files of another input, changed. */
export const changed = (make: (kit: MediaKit) => Promise<Hls>, change: (made: Hls) => Hls) => async (kit: MediaKit) =>
  change(await make(kit))

/** One file of an input replaced. */
export const withFile =
  (name: string, edit: (bytes: Buffer) => Buffer) =>
  (made: Hls): Hls => {
    const bytes = made.files.get(name)
    if (!bytes) throw new Error(`no ${name} among ${[...made.files.keys()]}`)
    return { ...made, files: new Map([...made.files, [name, edit(bytes)]]) }
  }

/** Every file of an input replaced. */
export const withFiles =
  (edit: (bytes: Buffer, name: string) => Buffer) =>
  (made: Hls): Hls => ({ ...made, files: new Map([...made.files].map(([name, bytes]) => [name, edit(bytes, name)])) })

/** The length that the playlist says of each segment. */
export const withLengths =
  (length: (said: number) => string) =>
  (made: Hls): Hls => ({
    ...made,
    playlist: made.playlist.replace(/#EXTINF:([\d.]+)/g, (_, said) => `#EXTINF:${length(Number(said))}`),
  })

/** A list that begins at the n-th segment. */
export const from =
  (segment: number) =>
  (made: Hls): Hls => {
    const [head = '', ...entries] = made.playlist.split('#EXTINF')
    return { ...made, playlist: [head, ...entries.slice(segment)].join('#EXTINF') }
  }

/** One list behind another, with EXT-X-DISCONTINUITY between them. */
export const joined = (...lists: Hls[]): Hls => {
  const files = new Map<string, Buffer>()
  const bodies = lists.map((list, i) => {
    for (const [name, bytes] of list.files) files.set(`p${i}-${name}`, bytes)
    const lines = list.playlist.replace(/^(?!#)(\S+)$/gm, `p${i}-$1`).replace(/URI="/g, `URI="p${i}-`)
    return lines.slice(lines.search(/#EXT-X-MAP|#EXTINF/)).replace('#EXT-X-ENDLIST\n', '')
  })
  const longest = Math.max(...lists.map(({ playlist }) => Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1] ?? 1)))
  const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${longest}\n#EXT-X-PLAYLIST-TYPE:VOD\n`
  return { playlist: `${head}${bodies.join('#EXT-X-DISCONTINUITY\n')}#EXT-X-ENDLIST\n`, files, mp4: null }
}
