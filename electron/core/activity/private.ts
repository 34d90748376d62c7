import { redact } from '../service/redaction/redact.ts'

type Private = {
  /** Absolute folders, such as home and archive; what lies below goes with them. */
  folders: readonly string[]
  /** Hosts, with and without port. */
  hosts: readonly string[]
  /** Keys and tokens in use: they are removed also where a person pasted one into a text. */
  secrets: readonly string[]
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A place in a program file says where a fault is, and nothing about the person. */
const codePlace = (path: string): string => /(?<![\w.-])[\w.-]+\.[cm]?[jt]sx?(?::\d+)*$/.exec(path)?.[0] ?? '[path]'
/** An absolute path up to a blank or a quote: POSIX, Windows, share, `file:`. */
const ANY_PATH = /(?:file:\/\/|(?<![\w\]}/\\.:]))(?:\/|[A-Za-z]:[\\/]|\\\\)[^\s'"`()<>|]+/g

/** Any address but `file:`; its host and path are private, too. */
const ANY_URL = /\b(?!file:)([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#'"`()<>|]+)([^\s'"`()<>|]*)/gi

/** Takes secrets, hosts and paths out of a text that leaves the program. Idempotent. */
export const withoutPrivate = (text: string, { folders, hosts, secrets }: Private): string => {
  let out = redact(text, secrets).replace(
    ANY_URL,
    (_all, scheme: string, _host, path: string) => `${scheme}[host]${path.length > 1 ? '/…' : ''}`,
  )
  for (const folder of folders.filter((one) => one.length > 1).toSorted((a, b) => b.length - a.length)) {
    // Names may hold blanks, so a path below a known folder ends at a quote, a bracket or the line.
    const below = new RegExp(`(?:file://)?${literal(folder)}(?:[\\\\/][^\\r\\n'"\`()<>|]*)?`, 'gi')
    out = out.replace(below, codePlace)
  }
  for (const host of hosts.filter((one) => one !== '').toSorted((a, b) => b.length - a.length)) {
    out = out.replaceAll(new RegExp(`(?<![\\w.-])${literal(host)}(?![\\w-])`, 'gi'), '[host]')
  }
  return out.replace(ANY_PATH, codePlace)
}

const WORDS = new Set(
  'health sessions replay profiles cookies data cache managed-auth connections functions login verifier usage token'.split(
    ' ',
  ),
)

/**
 * Paths of the service with ids as `{1}`, `{2}` …: the same id has the same number in one report, so that a reader
 * sees what belongs together and learns no id. Of a query only counts and flags stay.
 */
export const createIdMask = () => {
  const numbers = new Map<string, number>()
  const numbered = (id: string): string => {
    const known = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, known)
    return `{${known}}`
  }
  return (path: string): string => {
    const [place = '', query] = path.split('?', 2)
    const masked = place.split('/').map((part) => (part === '' || WORDS.has(part) ? part : numbered(part)))
    const pairs = query?.split('&').map((pair) => (/^[a-z_]{1,30}=(?:\d{1,9}|true|false)$/.test(pair) ? pair : '…'))
    return masked.join('/') + (pairs === undefined ? '' : `?${pairs.join('&')}`)
  }
}
