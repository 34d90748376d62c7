import { createHash } from 'node:crypto'
import { atOnce } from '../../base/turns.ts'
import { STEP } from './lines.ts'
import type { MediaPlaylist, Segment } from './model.ts'

/** Host and path of a link: the object's identity, independent of its signature (P22). */
export const objectPath = (url: string): string => /^[A-Za-z]+:\/\/([^?#]*)/.exec(url)?.[1] ?? url

/** Parameters of the known signing schemes: S3, Google, CloudFront, Azure, and CDN tokens. */
const SIGNING =
  /^(x-amz-[\w-]+|x-goog-[\w-]+|x-oss-[\w-]+|q-[\w-]+|signature|expires|key-pair-id|policy|googleaccessid|awsaccesskeyid|ossaccesskeyid|security-token|token|hdn\w+|sig|se|st|sp|sv|sr|ss|srt|spr|skoid|sktid|skt|ske|sks|skv|sdd|saoid|suoid|scid)$/i

/** What is left of the query without the signature: some services name the object there. */
const unsignedQuery = (url: string): string =>
  (/\?([^#]*)/.exec(url)?.[1] ?? '')
    .split('&')
    .filter((pair) => pair !== '' && !SIGNING.test(pair.split('=', 1)[0] ?? ''))
    .join('&')

/**
 * Names every object of a list so that the name survives a new signature. Host and path do, except where
 * several objects share one path and differ in the query: those are numbered in the order of the list.
 */
export const createObjectNames = (): ((url: string) => string) => {
  const seen = new Map<string, Map<string, number>>()
  return (url) => {
    const path = objectPath(url)
    const numbers = seen.get(path) ?? new Map<string, number>()
    seen.set(path, numbers)
    const query = unsignedQuery(url)
    const number = numbers.get(query) ?? numbers.size
    numbers.set(query, number)
    return number === 0 ? path : `${path} #${number}`
  }
}

const fileName = (url: string): string => {
  const path = objectPath(url)
  return path.slice(path.lastIndexOf('/') + 1)
}

const shape = (s: Segment): string =>
  [
    fileName(s.url),
    s.range ? `${s.range.offset}+${s.range.length}` : '',
    s.length === 'stated' ? s.durationS.toFixed(3) : s.length, // measured ones differ before and after
    s.gap,
    s.discontinuity,
    s.init ? fileName(s.init.url) : '',
    s.key ? s.key.iv : '',
  ].join('|')

/**
 * True when two lists are the same recording: the same files, ranges and durations in the same order.
 * Hosts, folders and queries may differ, because some services sign in the path (P22).
 */
export const sameListSteps = function* (a: MediaPlaylist, b: MediaPlaylist): Generator<undefined, boolean> {
  if (a.segments.length !== b.segments.length) return false
  for (const [position, segment] of a.segments.entries()) {
    if (position % STEP === STEP - 1) yield
    if (shape(segment) !== shape(b.segments[position] as Segment)) return false
  }
  return true
}

export const isSameList = (a: MediaPlaylist, b: MediaPlaylist): boolean => atOnce(sameListSteps(a, b))

/** The same for lists of which one is long gone: 64 hex digits that hold neither address nor signature. */
export const listFingerprint = (list: MediaPlaylist): string =>
  createHash('sha256').update(list.segments.map(shape).join('\n')).digest('hex')
