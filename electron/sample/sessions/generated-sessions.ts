import type { Recording } from '../media/recordings.ts'
import type { SampleReplay, SampleSession } from '../sample-session.ts'

const TASKS = [
  'Download invoices',
  'Check stock of',
  'Renew subscription at',
  'Compare fares to',
  'File expenses for',
  'Update contact at',
  'Collect statements from',
  'Book a slot at',
  'Read order status of',
  'Export report for',
]
const PLACES = [
  'Northgate Supply',
  'Marlow Freight',
  'Aldermill Tools',
  'Quayside Storage',
  'Fenwick Paper',
  'Orchard Lane Clinic',
  'Kestrel Energy',
  'Bramble Foods',
  'Tideway Ferries',
  'Hollowell Bank',
]
const ERRORS = [
  'Login failed: wrong one-time code',
  'Element "Continue" did not appear within 30 s',
  'Page crashed: out of memory',
  'Navigation to the target timed out',
  'Blocked by a consent dialog',
]

/** Bijective mix of 32 bits (a finaliser of MurmurHash3, which can be undone). */
const mix = (value: number): number => {
  let h = value >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
const unmix = (value: number): number => {
  let h = value >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x7ed1b41d)
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243)
  return (h ^ (h >>> 16)) >>> 0
}
const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(8, '0').slice(0, digits)

/**
 * `count` sessions that are generated when they are requested. Number n has a UUID whose first part hides n,
 * so an id leads back to its session without a table. Newest first, the last 28 days before `before`.
 */
export const createGenerated = (config: { count: number; seed: number; before: number; recordings: Recording[] }) => {
  const { count, seed, before, recordings } = config
  const spacing = (28 * 86_400_000) / Math.max(1, count)

  const idOf = (n: number): string => {
    const a = mix(n ^ seed)
    const b = mix(a + 1)
    const c = mix(b + 2)
    return `${hex(a, 8)}-${hex(b, 4)}-4${hex(b >>> 4, 3)}-9${hex(c, 3)}-${hex(c ^ b, 8)}${hex(a ^ c, 4)}`
  }

  const replayOf = (recording: Recording, dice: number): SampleReplay => {
    if (dice < 3) return { kind: 'no-frames' }
    if (dice < 5) return { kind: 'failed' }
    if (dice < 7) return { kind: 'unavailable' }
    const playlist = recording.ts && (dice % 2 === 0 || !recording.fmp4) ? 'ts' : recording.fmp4 ? 'fmp4' : null
    return {
      kind: 'ready',
      recording: recording.id,
      playlist,
      mp4: recording.mp4 !== undefined,
      startMs: 400 + dice * 9,
    }
  }

  const at = (n: number): SampleSession => {
    const id = idOf(n)
    const h = mix(n * 7 + seed)
    const pick = <T>(list: readonly T[], shift: number): T => list[(h >>> shift) % list.length] as T
    const recording = pick(recordings, 3)
    const dice = (h >>> 9) % 100
    const createdAt = Math.round(before - (n + ((h >>> 5) % 1000) / 1001) * spacing)
    const status = dice % 12 === 5 ? 'error' : dice % 16 === 7 ? 'timed_out' : 'closed'
    return {
      id,
      title: `${pick(TASKS, 11)} ${pick(PLACES, 17)}`,
      status,
      createdAt,
      closedAt: createdAt + recording.durationMs + 2_000 + (h % 9_000),
      error: status === 'error' ? pick(ERRORS, 6) : null,
      closeReason: status === 'timed_out' ? 'idle_timeout' : status === 'error' ? 'error' : 'user_action',
      browserType: dice % 9 === 0 ? 'firefox' : 'chromium',
      viewport: { ...recording.size },
      steps: Array.from({ length: 2 + (h % 7) }, (_, i) => ({ index: i, action: 'observe', success: true })),
      replay: replayOf(recording, dice),
    }
  }

  const get = (id: string): SampleSession | null => {
    if (!/^[0-9a-f]{8}-/.test(id)) return null
    const n = (unmix(Number.parseInt(id.slice(0, 8), 16)) ^ seed) >>> 0
    return n < count && idOf(n) === id ? at(n) : null
  }

  return { count, at, get }
}
