import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Problem } from '../../../contract/result.ts'
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

/**
 * The reach of a service's host: a service at home may have its storage at home. This computer counts only when the
 * name means nothing else, so that a public name server cannot open it by adding 127.0.0.1 to its answer.
 */
export const serviceReach = async (baseUrl: string, resolve: Resolve): Promise<Reach> => {
  try {
    const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
    const reaches = (await addressesOf(host, resolve)).map(({ address }) => reachOf(address))
    if (reaches.length > 0 && reaches.every((reach) => reach === 'loopback')) return 'loopback'
    return reaches.includes('private') ? 'private' : 'public'
  } catch {
    return 'public' // unknown: the strictest rule
  }
}

/**
 * Resolves a storage host and refuses it when any of its addresses may not be fetched (P20). The caller
 * connects to exactly these addresses, so a second answer of the name server (DNS rebinding) changes nothing.
 */
export const resolveChecked = async (
  host: string,
  service: () => Promise<Reach>,
  resolve: Resolve,
): Promise<{ addresses: Resolved[]; problem: null } | { addresses: null; problem: Problem }> => {
  const addresses = await addressesOf(host, resolve)
  for (const { address } of addresses) {
    const reach = reachOf(address)
    const problem = reach === 'public' ? null : reachProblem(reach, await service())
    if (problem) return { addresses: null, problem }
  }
  return { addresses, problem: null }
}
