import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Problem } from '../../../contract/result.ts'
import type { Peers } from '../../service/http/peers.ts'
import { type Reach, reachOf, reachProblem } from './addresses.ts'

export type Resolved = { address: string; family: 4 | 6 }
/** Answers the addresses of a host name; throws what the system's resolver throws. */
export type Resolve = (host: string) => Promise<Resolved[]>

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))

const addressesOf = async (host: string, resolve: Resolve): Promise<Resolved[]> => {
  const family = isIP(host)
  return family ? [{ address: host, family: family === 6 ? 6 : 4 }] : resolve(host)
}

/** Names that mean this computer wherever they are asked (RFC 6761, 6.3). */
const LOCAL_NAME = /^(?:localhost|.{1,250}\.localhost)$/

/**
 * The reach of a service: a service at home may have its storage at home. It comes from the address as the person
 * entered it, or for a name from the peers that its API calls reached. A name is never looked up for this: the answer
 * of a name server would decide which machines a recording may name (P20).
 */
export const serviceReach = (baseUrl: string, peers?: Pick<Peers, 'reach'>): Reach => {
  const url = URL.parse(baseUrl)
  if (!url) return 'public'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return reachOf(host)
  if (LOCAL_NAME.test(host)) return 'loopback'
  return peers?.reach(baseUrl) ?? 'public'
}

/**
 * Resolves a storage host and refuses it when any of its addresses may not be fetched (P20). The caller
 * connects to exactly these addresses, so a second answer of the name server (DNS rebinding) changes nothing.
 */
export const resolveChecked = async (
  host: string,
  service: () => Reach,
  resolve: Resolve,
): Promise<{ addresses: Resolved[]; problem: null } | { addresses: null; problem: Problem }> => {
  const addresses = await addressesOf(host, resolve)
  for (const { address } of addresses) {
    const reach = reachOf(address)
    const problem = reach === 'public' ? null : reachProblem(reach, service())
    if (problem) return { addresses: null, problem }
  }
  return { addresses, problem: null }
}
