import type { Problem, Result } from '../../../electron/contract/result.ts'

/** How far the saving of one value is. `retrying`: it failed and is tried again by itself. */
type SaveState = 'waiting' | 'saving' | 'saved' | 'retrying' | 'failed'
export type LateSave<V> = {
  /** What is not saved yet; null when everything is. */
  value: V | null
  state: SaveState
  problem: Problem | null
}

export type LateSavePorts<V, Saved> = {
  /** May throw: a page that goes away has its requests cut off. */
  save: (value: V) => Promise<Result<Saved>>
  onSaved?: (saved: Saved, value: V) => void
  onFailed?: (problem: Problem, value: V) => void
  onChange?: (key: string, entry: LateSave<V>) => void
  /** A later value over one that waits; the later one alone when left out. */
  merge?: (before: V, next: V) => V
  /** What of `now` is not in `sent`; null: nothing. Compared by identity when left out. */
  rest?: (now: V, sent: V) => V | null
  /** ms after a change before it is saved; further changes put it off, up to `longestMs` after the first. */
  delayMs: (value: V) => number
  longestMs: (value: V) => number
  /** Losing this is worth no question when the program quits. */
  minor?: boolean
}

/** What could not be saved, for the question when the program quits. */
export type Unsaved = { count: number; problem: Problem | null }
const NOTHING: Unsaved = { count: 0, problem: null }

/** Text in a field that is kept only when the person confirms it or leaves the field. */
export type OpenText = {
  /** Whether the field holds text that is not kept yet. */
  isOpen: () => boolean
  /** Keeps it as leaving the field would. */
  commit: () => Promise<Result<unknown>> | undefined
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const sources = new Set<{ flush: () => Promise<unknown>; unsaved: () => Unsaved }>()
const openTexts = new Set<OpenText>()
const beforeEnd = new Set<() => void>()

/** Runs `last` when the page ends, before what waits is saved. Answers the function that takes it out again. */
export const onPageEnd = (last: () => void): (() => void) => {
  beforeEnd.add(last)
  return () => void beforeEnd.delete(last)
}

/** Answers the function that takes it out again. */
export const registerOpenText = (text: OpenText): (() => void) => {
  openTexts.add(text)
  return () => void openTexts.delete(text)
}

/** Whether a field on screen holds text that leaving the screen would decide about. */
export const hasOpenText = (): boolean => [...openTexts].some((text) => text.isOpen())

const commitOpen = async (): Promise<Unsaved> => {
  const results = await Promise.all([...openTexts].filter((text) => text.isOpen()).map((text) => text.commit()))
  const problems = results.flatMap((result) => (result && !result.ok ? [result.problem] : []))
  return { count: problems.length, problem: problems[0] ?? null }
}

/** Saves what waits anywhere in the page. */
export const flushWaiting = (): Promise<unknown> => Promise.allSettled([...sources].map((source) => source.flush()))

/**
 * The page ends: keeps open texts and saves everything that waits. All requests leave before this function returns its
 * promise, which ends when they are answered, after `ms` at the latest, with what is not saved by then.
 */
export const flushAll = async (ms: number): Promise<Unsaved> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  for (const last of beforeEnd) last()
  const all = Promise.all([commitOpen(), flushWaiting()]) // commits may only just have made a change that waits
  const done = await Promise.race([all, late])
  clearTimeout(timer)
  const left = [done?.[0] ?? NOTHING, ...[...sources].map((source) => source.unsaved())]
  return {
    count: left.reduce((sum, { count }) => sum + count, 0),
    problem: left.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

type Entry<V> = LateSave<V> & {
  /** When the first change that waits was made, ms; null when none waits. */
  since: number | null
  timer: ReturnType<typeof setTimeout> | undefined
  running: Promise<void> | null
  failures: number
}

const stopped = (error: unknown): Problem => ({
  code: 'internal',
  message: error instanceof Error ? error.message : String(error),
})

/**
 * Saves values a moment after they change, by key, one call at a time for each key. While changes go on, the first
 * of them waits at most `longestMs`. What could not be saved stays here and is retried with growing pauses; only what
 * belongs to nothing any more (`not-found`) and what is refused as it is (`invalid-input`) waits for the next change.
 */
export const createLateSaves = <V, Saved>(ports: LateSavePorts<V, Saved>) => {
  const { save, onSaved, onChange, merge = (_before, next) => next, minor = false } = ports
  const { rest = (now, sent) => (now === sent ? null : now) } = ports
  const entries = new Map<string, Entry<V>>()

  const put = (key: string, entry: Entry<V>, change: Partial<Entry<V>>): void => {
    Object.assign(entry, change)
    onChange?.(key, { value: entry.value, state: entry.state, problem: entry.problem })
  }
  const schedule = (key: string, entry: Entry<V>, ms: number): void => {
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => void flushKey(key), ms)
  }
  const failedWith = (key: string, entry: Entry<V>, problem: Problem): void => {
    const final = problem.code === 'not-found' || problem.code === 'invalid-input'
    entry.failures += 1
    put(key, entry, { state: final ? 'failed' : 'retrying', problem })
    if (entry.value !== null) ports.onFailed?.(problem, entry.value)
    if (!final) schedule(key, entry, Math.min(FIRST_RETRY_MS * 2 ** (entry.failures - 1), LONGEST_RETRY_MS))
  }
  const run = async (key: string, entry: Entry<V>): Promise<void> => {
    while (entry.value !== null) {
      clearTimeout(entry.timer)
      const sent = entry.value
      put(key, entry, { state: 'saving', since: null })
      const result = await save(sent).catch((error: unknown) => ({ ok: false, problem: stopped(error) }) as const)
      if (entry.value === null) return // dropped meanwhile
      if (!result.ok) return failedWith(key, entry, result.problem)
      entry.failures = 0
      const left = rest(entry.value, sent)
      put(key, entry, { value: left, state: left === null ? 'saved' : 'waiting', problem: null })
      onSaved?.(result.value, sent)
    }
  }
  const flushKey = (key: string): Promise<void> => {
    const entry = entries.get(key)
    if (!entry) return Promise.resolve()
    if (entry.value !== null) clearTimeout(entry.timer)
    entry.running ??= run(key, entry).finally(() => {
      entry.running = null
    })
    return entry.running
  }
  /** Saves now what waits, of one key or of all; ends when it is saved or has failed. */
  const flush = async (key?: string): Promise<void> => {
    await Promise.all((key === undefined ? [...entries.keys()] : [key]).map(flushKey))
  }
  const unsaved = (): Unsaved => {
    const left = [...entries.values()].filter(({ value, problem }) => value !== null && problem?.code !== 'not-found')
    return minor ? NOTHING : { count: left.length, problem: left[0]?.problem ?? null }
  }
  sources.add({ flush, unsaved })

  return {
    /** Takes a change and saves it after the delay, or at once with `now`. */
    edit: (key: string, next: V, now = false): void => {
      const entry = entries.get(key) ?? {
        value: null,
        state: 'saved',
        problem: null,
        since: null,
        timer: undefined,
        running: null,
        failures: 0,
      }
      entries.set(key, entry)
      const value = entry.value === null ? next : merge(entry.value, next)
      const since = entry.since ?? Date.now()
      const state = entry.failures > 0 ? 'retrying' : 'waiting'
      put(key, entry, { value, since, state: entry.running ? 'saving' : state })
      if (now) void flushKey(key)
      else if (!entry.running) {
        const left = since + ports.longestMs(value) - Date.now()
        schedule(key, entry, Math.max(0, Math.min(ports.delayMs(value), left)))
      }
    },
    flush,
    /** What waits needs no saving any more. */
    drop: (key: string): void => {
      const entry = entries.get(key)
      if (!entry) return
      clearTimeout(entry.timer)
      put(key, entry, { value: null, since: null, state: 'saved', problem: null })
    },
    get: (key: string): LateSave<V> | undefined => {
      const entry = entries.get(key)
      return entry && { value: entry.value, state: entry.state, problem: entry.problem }
    },
  }
}
