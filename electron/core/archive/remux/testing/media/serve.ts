import type { StorageServer } from '../../../../media/testing/storage-server.ts'
import type { Hls } from './media-kit.ts'

/** Puts an input on the storage under `place`; answers its playlist with complete links. */
export const serveHls = (storage: StorageServer, made: Hls, place: string): string => {
  for (const [name, bytes] of made.files) storage.put(`/${place}/${name}`, bytes)
  const url = (name: string) => `${storage.origin}/${place}/${name}?s=1`
  return made.playlist
    .replace(/^(?!#)(\S+)$/gm, (_, name) => url(name))
    .replace(/URI="([^"]+)"/g, (_, name) => `URI="${url(name)}"`)
}
