import { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import type { Problem } from '../../contract/result.ts'
import type { CertificateFault } from './fault.ts'
import { isReadingRoots } from './system-roots.ts'

export type Peer = {
  /** Without brackets. */
  host: string
  port: number
  /** The address that was checked, where one was. */
  lookup?: LookupFunction
}

const LOOK_MS = 3_000
const SHOWN_NAMES = 3

/** What the certificate says of itself; null where it says nothing. Untrusted text, for one sentence. */
type Looked = { issuer: string | null; selfSigned: boolean; names: string[]; from: string | null; to: string | null }

const plain = (text: unknown): string | null => {
  const first = Array.isArray(text) ? text[0] : text
  if (typeof first !== 'string') return null
  return first.replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '').slice(0, 80) || null
}

const day = (text: string | undefined): string | null => {
  const ms = Date.parse(text ?? '')
  return Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : null
}

const read = (certificate: Partial<tls.PeerCertificate>): Looked | null => {
  const { issuer, subject, subjectaltname, valid_from, valid_to } = certificate
  if (!issuer) return null
  const names = (subjectaltname ?? '').split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
  const all = subjectaltname ? names : [subject?.CN ?? '']
  return {
    issuer: plain(issuer.O) ?? plain(issuer.CN),
    selfSigned: JSON.stringify(issuer) === JSON.stringify(subject),
    names: all.flatMap((name) => plain(name) ?? []),
    from: day(valid_from),
    to: day(valid_to),
  }
}

/** Looks at the certificate and hangs up: nothing is sent over the connection, nothing of it is believed. */
const look = ({ host, port, lookup }: Peer): Promise<Looked | null> =>
  new Promise((resolve) => {
    const name = isIP(host) ? {} : { servername: host }
    const socket = tls.connect({ host, port, rejectUnauthorized: false, ...name, ...(lookup ? { lookup } : {}) })
    const end = (found: Looked | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(found)
    }
    const timer = setTimeout(() => end(null), LOOK_MS)
    socket.once('secureConnect', () => end(read(socket.getPeerCertificate())))
    socket.on('error', () => end(null))
  })

const OPERATOR = 'Contact the operator of the service.'
const COMPANY =
  'If your company issues its own certificates, add its root certificate to the system, then retry. Otherwise do not sign in: someone may be intercepting the connection.'

/** What was found, and what to do about it. */
const sentence = (
  kind: CertificateFault['kind'],
  host: string,
  seen: Looked | null,
): [message: string, next: string] => {
  const by = seen?.issuer ? `issued by ${seen.issuer}` : 'issued by an unknown authority'
  switch (kind) {
    case 'issuer':
      if (isReadingRoots())
        return [
          `The certificate of ${host}, ${by}, could not be checked yet: the certificates of this computer are still being read.`,
          'Retry in a minute.',
        ]
      if (seen?.selfSigned)
        return [`The certificate of ${host} is not trusted: it is self-signed (${seen.issuer ?? 'no name'}).`, COMPANY]
      return [`The certificate of ${host} is not trusted: it is ${by}, which this computer does not trust.`, COMPANY]
    case 'expired':
      return [
        `The certificate of ${host}, ${by}, expired${seen?.to ? ` on ${seen.to}` : ''}.`,
        `Check the date of this computer. If it is correct, the certificate has to be renewed. ${OPERATOR}`,
      ]
    case 'early':
      return [
        `The certificate of ${host}, ${by}, is not valid yet${seen?.from ? `, only from ${seen.from} on` : ''}.`,
        'Check the date of this computer.',
      ]
    case 'name': {
      const names = seen?.names ?? []
      const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
      const list = names.length > 0 ? `${names.slice(0, SHOWN_NAMES).join(', ')}${more}` : 'another host'
      return [
        `The certificate of ${host} is for ${list}, not for this host; it is ${by}.`,
        `Check the address. ${OPERATOR}`,
      ]
    }
    case 'other':
      return [`The certificate of ${host}, ${by}, cannot be used.`, OPERATOR]
  }
}

/** A refused certificate by its name, with its issuer (H50). Final: another try meets the same certificate. */
export const problemOfCertificate = async ({ kind, code }: CertificateFault, peer: Peer): Promise<Problem> => {
  const [message, next] = sentence(kind, peer.host, await look(peer))
  return { code: 'certificate', message, next, details: code, unsent: true }
}
