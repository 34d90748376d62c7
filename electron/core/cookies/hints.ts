import type { CookieRow, SignInHints } from '../../contract/models/cookie-models.ts'
import type { Side } from './compare-reads.ts'
import { cookieKey } from './meaning/meaning.ts'

type Hint = SignInHints['hints'][number]
/** Where a cookie was alive, with its value where values are known. */
type Sightings = { row: CookieRow; inside: string[]; outside: string[] }

/** Of each kind: fewer show what happened once, not which cookies indicate a signed-in state. */
const LEAST = 2

const times = (count: number): string => (count === 1 ? 'the one snapshot' : `all ${count} snapshots`)
const some = (count: number, all: number): string => `${count} of ${all} snapshots`

/** Expired cookies were not sent any more, so they count as absent. One per key and snapshot counts. */
const sightingsOf = (signedIn: readonly Side[], signedOut: readonly Side[]): Sightings[] => {
  const found = new Map<string, Sightings>()
  const look = (sides: readonly Side[], where: 'inside' | 'outside'): void => {
    for (const { cookies } of sides) {
      const here = new Set<string>()
      for (const { row, value } of cookies) {
        const key = cookieKey(row)
        if (row.expired || here.has(key)) continue
        here.add(key)
        const seen = found.get(key) ?? { row, inside: [], outside: [] }
        seen[where].push(value)
        found.set(key, seen)
      }
    }
  }
  look(signedIn, 'inside')
  look(signedOut, 'outside')
  return [...found.values()]
}

/** What the sightings of one cookie say; null: nothing. */
const judge = (
  { inside, outside }: Sightings,
  signedIn: number,
  signedOut: number,
  valuesCompared: boolean,
): Pick<Hint, 'confidence' | 'why'> | null => {
  const always = inside.length === signedIn
  const enough = signedIn >= LEAST && signedOut >= LEAST
  if (outside.length === 0) {
    return always
      ? {
          confidence: enough ? 'strong' : 'weak',
          why: `Present in ${times(signedIn)} signed in, absent or expired in ${times(signedOut)} signed out.`,
        }
      : {
          confidence: 'weak',
          why: `Present in ${some(inside.length, signedIn)} signed in, none signed out.`,
        }
  }
  const values = new Set(inside)
  const differs = valuesCompared && always && !outside.some((value) => values.has(value))
  if (differs && values.size === 1 && signedIn > 1) {
    return {
      confidence: enough ? 'strong' : 'weak',
      why: `Same value in ${times(signedIn)} signed in, a different value signed out.`,
    }
  }
  if (differs) {
    return { confidence: 'weak', why: 'Always present, but with different values signed in and signed out.' }
  }
  if (inside.length / signedIn <= outside.length / signedOut) return null
  return {
    confidence: 'weak',
    why: `Present in ${some(inside.length, signedIn)} signed in, in ${some(outside.length, signedOut)} signed out.`,
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Which cookies go with being signed in, by the snapshots a person marked. Strong, given two of each kind: in every
 * signed-in one and in no signed-out one, or with one lasting value signed in that no signed-out one has. Values are compared only where every
 * snapshot holds them, and never told. Strong ones first, then by host and name.
 */
export const signInHints = (signedIn: readonly Side[], signedOut: readonly Side[]): Omit<SignInHints, 'unreadable'> => {
  const valuesCompared = [...signedIn, ...signedOut].every(({ values }) => values.kind === 'plain')
  const counts = { signedIn: signedIn.length, signedOut: signedOut.length, valuesCompared }
  if (signedIn.length === 0 || signedOut.length === 0) return { ...counts, hints: [] }
  const hints = sightingsOf(signedIn, signedOut).flatMap((seen): Hint[] => {
    const said = judge(seen, signedIn.length, signedOut.length, valuesCompared)
    const { name, host, path, partition } = seen.row
    return said ? [{ name, host, path, partition, ...said }] : []
  })
  hints.sort(
    (a, b) =>
      order(a.confidence, b.confidence) || order(a.host, b.host) || order(a.name, b.name) || order(a.path, b.path),
  )
  return { ...counts, hints }
}
