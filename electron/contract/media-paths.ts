/**
 * Paths of the media gateway on the page's own origin. The id travels percent-encoded in the path, with a
 * constant host, because a standard scheme lower-cases hosts and loses colons (X04).
 */
export const MEDIA_PREFIX = '/media/'

const replayBase = (sessionId: string): string => `${MEDIA_PREFIX}replay/${encodeURIComponent(sessionId)}`

export const playlistPath = (sessionId: string): string => `${replayBase(sessionId)}/index.m3u8`

export const videoPath = (sessionId: string): string => `${replayBase(sessionId)}/video.mp4`

/** `index` numbers the lease's addresses: segments, init sections, keys, variant playlists. */
export const itemPath = (sessionId: string, index: number): string => `${replayBase(sessionId)}/${index}`

/** A finished file of the archive; the id is the item's, never a path. */
export const archivedVideoPath = (id: string): string => `${MEDIA_PREFIX}archive/${encodeURIComponent(id)}/video.mp4`

/** A thumbnail of the analysis: of the screen with this index, or of the last picture. `key`: from `analysis.get`. */
export const thumbnailPath = (sessionId: string, key: string, index: number | 'end'): string =>
  `${MEDIA_PREFIX}analysis/${encodeURIComponent(sessionId)}/${encodeURIComponent(key)}/${index}.webp`

export type MediaRoute =
  | { kind: 'archived'; id: string }
  | { kind: 'thumbnail'; sessionId: string; key: string; index: number | 'end' }
  | { kind: 'playlist'; sessionId: string }
  | { kind: 'video'; sessionId: string }
  | { kind: 'item'; sessionId: string; index: number }

const parseThumbnailPath = (pathname: string): MediaRoute | null => {
  const [, sessionId = '', key = '', index = ''] =
    /^\/media\/analysis\/([^/]+)\/([^/]{1,100})\/(end|\d{1,4})\.webp$/.exec(pathname) ?? []
  if (index === '') return null
  try {
    const names = { sessionId: decodeURIComponent(sessionId), key: decodeURIComponent(key) }
    return { kind: 'thumbnail', ...names, index: index === 'end' ? index : Number(index) }
  } catch {
    return null // a broken percent-encoding
  }
}

/** Null for everything that is not one of our paths. */
export const parseMediaPath = (pathname: string): MediaRoute | null => {
  const archived = /^\/media\/archive\/([^/]+)\/video\.mp4$/.exec(pathname)
  if (archived) {
    try {
      return { kind: 'archived', id: decodeURIComponent(archived[1] ?? '') }
    } catch {
      return null
    }
  }
  if (pathname.startsWith(`${MEDIA_PREFIX}analysis/`)) return parseThumbnailPath(pathname)
  const match = /^\/media\/replay\/([^/]+)\/(index\.m3u8|video\.mp4|\d{1,7})$/.exec(pathname)
  if (!match) return null
  const [, encoded = '', rest = ''] = match
  try {
    const sessionId = decodeURIComponent(encoded)
    if (rest === 'index.m3u8') return { kind: 'playlist', sessionId }
    if (rest === 'video.mp4') return { kind: 'video', sessionId }
    return { kind: 'item', sessionId, index: Number(rest) }
  } catch {
    return null // a broken percent-encoding
  }
}
