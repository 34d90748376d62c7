import { resolveAddress } from '../playlist/resolve.ts'
import { addressOfHeader } from './addresses.ts'
import { redirectDown, redirectLoop, storageFault } from './storage-problems.ts'
import { type Answer, type Transport, TransportFault } from './storage-transport.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Storage needs one hop at most; five leave room for a gateway and a regional host. */
const MAX_HOPS = 5

/**
 * Follows redirects by hand (X07): the range goes along, every hop passes the address check of the
 * transport, and https never falls back to http (D11).
 */
export const createFollow =
  (transport: Transport): Transport =>
  async (url, headers, signal) => {
    let at = url
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const answer: Answer = await transport(at, headers, signal)
      if (!REDIRECTS.has(answer.status)) return answer
      answer.discard()
      const location = answer.header('location')
      const next = location === null ? null : resolveAddress(addressOfHeader(location), at)
      if (!next?.ok) throw new TransportFault(storageFault(answer.status), false)
      if (/^https:/i.test(at) && /^http:/i.test(next.value)) throw new TransportFault(redirectDown, false)
      at = next.value
    }
    throw new TransportFault(redirectLoop, false)
  }
