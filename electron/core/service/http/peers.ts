import { isIP } from 'node:net'
import { type Reach, reachOf } from '../../media/storage/addresses.ts'

/** The peers that API calls really reached, by origin of the service. */
export type Peers = {
  /** An answer of this address came from that peer (a literal IP address). */
  heard: (url: string, peer: string) => void
  /** What the peers so far reach: null before the first; `public` as soon as two of them differ. */
  reach: (url: string) => Reach | null
}

/** Origins remembered; an account adds one. */
const MOST_ORIGINS = 1_000

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null

/** Remembers which addresses answered for a service, so that no second look-up of its name decides anything (P20). */
export const createPeers = (): Peers => {
  const reaches = new Map<string, Reach>()
  return {
    heard: (url, peer) => {
      const origin = originOf(url)
      const address = peer.split('%', 1)[0] ?? ''
      if (origin === null || isIP(address) === 0) return
      const now = reachOf(address)
      const before = reaches.get(origin)
      if (before === undefined && reaches.size >= MOST_ORIGINS) return
      reaches.set(origin, before === undefined || before === now ? now : 'public')
    },
    reach: (url) => reaches.get(originOf(url) ?? '') ?? null,
  }
}
