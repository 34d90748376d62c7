import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Long enough that a second start is quick, short enough that a retry is soon possible. */
export const REMEMBER_MS = 60 * 60 * 1000

/** What a server answered for good: a status, or a file with a wrong checksum. `route` is the address and the proxies. */
export type Refusal = { route: string; sentence: string; at: number }

const isRefusal = (value: unknown): value is Refusal => {
  const { route, sentence, at } = (value ?? {}) as Partial<Refusal>
  return typeof route === 'string' && typeof sentence === 'string' && typeof at === 'number'
}

/** The refusal of the last hour for the same route; another mirror or proxy is asked at once. */
export const recentRefusal = (file: string, route: string, now: number): Refusal | null => {
  try {
    const refusal: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const counts = isRefusal(refusal) && refusal.route === route && now >= refusal.at && now - refusal.at < REMEMBER_MS
    return counts ? refusal : null
  } catch {
    return null
  }
}

export const rememberRefusal = (file: string, refusal: Refusal): void => {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(refusal))
  } catch {
    // A folder that cannot be written to only costs the next start another question.
  }
}

export const forgetRefusal = (file: string): void => rmSync(file, { force: true })
