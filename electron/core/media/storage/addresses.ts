import { BlockList, isIP } from 'node:net'
import { ok, type Problem, type Result } from '../../../contract/result.ts'

/** How far an address reaches. `never` is link-local, metadata, multicast and unspecified: never fetched. */
export type Reach = 'public' | 'private' | 'loopback' | 'never'

type Family = 'ipv4' | 'ipv6'

/** Made for each family when it is first asked: most starts of the command line meet one address of IPv4. */
const list = (...subnets: [net: string, prefix: number][]) => {
  const blocks: Partial<Record<Family, BlockList>> = {}
  const made = (family: Family): BlockList => {
    const block = new BlockList()
    for (const [net, prefix] of subnets)
      if (net.includes(':') === (family === 'ipv6')) block.addSubnet(net, prefix, family)
    blocks[family] = block
    return block
  }
  return { check: (ip: string, family: Family): boolean => (blocks[family] ?? made(family)).check(ip, family) }
}

const LOOPBACK = list(['127.0.0.0', 8], ['::1', 128])
const NEVER = list(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16], // link-local; cloud metadata lives at 169.254.169.254
  ['100.100.100.200', 32], // metadata of one cloud, inside the shared range
  ['192.0.0.192', 32], // metadata of another
  ['224.0.0.0', 3], // multicast, reserved, broadcast
  ['::', 128],
  ['64:ff9b:1::', 48], // NAT64 of a network's own choice: hides any IPv4 address (RFC 8215)
  ['100::', 64], // discard-only (RFC 6666)
  ['2001::', 23], // protocol assignments, Teredo among them: its addresses embed two IPv4 ones (RFC 4380)
  ['fe80::', 10],
  ['fd00:ec2::254', 128], // metadata over IPv6
  ['ff00::', 8],
)
const PRIVATE = list(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24], // relays of 6to4 (RFC 7526)
  ['fc00::', 7],
  ['fec0::', 10],
)

/** IPv4 inside IPv6 (mapped, translated, compatible, NAT64, 6to4, ISATAP) counts as the IPv4 address inside. */
const embedded = (ip: string): string => {
  const groups = new URL(`http://[${ip.split('%')[0]}]/`).hostname.slice(1, -1)
  const [head = '', tail] = groups.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const all = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  const n = all.map((g) => Number.parseInt(g, 16))
  const four = (a = 0, b = 0) => `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
  const zero = (from: number, to: number) => n.slice(from, to).every((g) => g === 0)
  if (zero(0, 5) && (n[5] === 0xffff || (n[5] === 0 && (n[6] ?? 0) > 0))) return four(n[6], n[7])
  if (zero(0, 4) && n[4] === 0xffff && n[5] === 0) return four(n[6], n[7]) // translated (RFC 2765, 2.1)
  if (n[0] === 0x64 && n[1] === 0xff9b && zero(2, 6)) return four(n[6], n[7])
  if (n[0] === 0x2002) return four(n[1], n[2])
  // ISATAP (RFC 5214, 6.1): any prefix, then 0:5efe or 200:5efe and an IPv4 address.
  return ((n[4] ?? 0) & 0xfdff) === 0 && n[5] === 0x5efe ? four(n[6], n[7]) : ip
}

/** Classifies a literal IP address. */
export const reachOf = (ip: string): Reach => {
  const plain = isIP(ip) === 6 ? embedded(ip) : ip // `isIPv6` would read an IPv4 address by its long pattern first
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (NEVER.check(plain, family)) return 'never'
  if (LOOPBACK.check(plain, family)) return 'loopback'
  return PRIVATE.check(plain, family) ? 'private' : 'public'
}

/** The problem of an address that is never fetched. The address itself is a secret and stays out of it. */
const refusedAddress = (why: string): Problem => ({
  code: 'refused-address',
  message: `The recording points to an address that is blocked: ${why}.`,
  next: 'Tell the operator of the service.',
})

export type Target = { secure: boolean; host: string; port: number; requestTarget: string }

const LOCAL_NAME = /^(localhost|.*\.localhost)$/

/**
 * Takes a signed link apart without touching what was signed: `requestTarget` is the text after the host,
 * byte for byte (P21; `fetch` would rewrite `'`, `{}`, `^` and dot segments). Only characters that cannot
 * be part of a request line, blanks and non-Latin letters, are percent-encoded.
 */
export const readAddress = (text: string): Result<Target> => {
  const refuse = (why: string) => ({ ok: false as const, problem: refusedAddress(why) })
  const match = /^(https?):\/\/([^/?#]+)([^#]*)/i.exec(text)
  if (!match) {
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]{0,20}):/.exec(text)?.[1]
    return refuse(
      scheme
        ? `only https links are, and this one begins with “${scheme.toLowerCase()}:”`
        : 'it is not a complete link',
    )
  }
  const [, scheme = '', authority = '', rest = ''] = match
  // One parse: `canParse` and `new URL` do not agree on every host.
  const url = /[@\\\s]/.test(authority) ? null : URL.parse(`${scheme}://${authority}/`)
  if (!url) return refuse('its host name is invalid')
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!secure && !(isIP(host) ? reachOf(host) === 'loopback' : LOCAL_NAME.test(host))) {
    return refuse('only https links are, and this one begins with “http:”')
  }
  const encoded = rest.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
  return ok({
    secure,
    host,
    port: Number(url.port) || (secure ? 443 : 80),
    requestTarget: encoded.startsWith('/') ? encoded : `/${encoded}`,
  })
}

/**
 * An address out of a header, whose bytes Node hands out as Latin-1: those beyond ASCII are percent-encoded one by one, so
 * that the same bytes are asked for again (H26).
 */
export const addressOfHeader = (value: string): string =>
  value.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

/** Why an address of this reach may not be fetched for a service of that reach; null when it may (P20). */
export const reachProblem = (address: Reach, service: Reach): Problem | null => {
  if (address === 'public') return null
  if (address === 'never') return refusedAddress('it is in the link-local or metadata range')
  if (address === 'loopback' && service !== 'loopback') return refusedAddress('it is on this computer')
  if (address === 'private' && service === 'public') return refusedAddress('it is in a private network')
  return null
}
