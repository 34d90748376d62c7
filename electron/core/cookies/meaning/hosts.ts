import { isIP, isIPv6 } from 'node:net'
import { parse } from 'tldts'

const SHAPE = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** The host of a `domain` field: without its leading dot, lower case, IPv6 in brackets as in a URL. */
export const hostOf = (domain: string): string => {
  const host = domain.replace(/^\./, '').toLowerCase()
  return isIPv6(host) ? `[${host}]` : host
}

export type HostFacts = {
  /** eTLD+1, or the host itself where there is none. */
  site: string
  isAddress: boolean
  /** ASCII labels or an address: what a browser could have stored. */
  isHost: boolean
  /** Suffix of the public list, such as `co.uk` and `github.io`. */
  isPublicSuffix: boolean
  /** An address, or one label that is on no list (`localhost`, `intranet`): nothing can lie below it. */
  standsAlone: boolean
}

/**
 * What the public suffix list says of a host (RFC 6265bis, 2.3). The private part of the list counts, as in every
 * browser: `a.github.io` and `b.github.io` belong to different people. A top-level domain on no list counts as a suffix
 * by the list's own rule `*`, so `a.b.example` belongs to `b.example`.
 */
export const hostFacts = (host: string): HostFacts => {
  const isAddress = isIP(host) !== 0 || (host.startsWith('[') && isIPv6(host.slice(1, -1)))
  if (isAddress) return { site: host, isAddress, isHost: true, isPublicSuffix: false, standsAlone: true }
  if (!SHAPE.test(host)) return { site: host, isAddress, isHost: false, isPublicSuffix: false, standsAlone: false }
  const said = parse(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  })
  const listed = said.isIcann === true || said.isPrivate === true
  return {
    site: said.domain ?? host,
    isAddress,
    isHost: true,
    isPublicSuffix: listed && said.publicSuffix === host,
    standsAlone: !listed && !host.includes('.'),
  }
}

/**
 * The registrable domain (eTLD+1) of a host or `domain` field by the public suffix list, its private part included, as
 * browsers take it; the host itself where there is none: an address, `localhost`, a suffix.
 */
export const siteOf = (host: string): string => hostFacts(hostOf(host)).site
