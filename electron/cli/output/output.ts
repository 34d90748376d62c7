import type { Problem } from '../../contract/result.ts'
import { idLine } from '../../core/ids/id-form.ts'
import { redactor } from '../../core/service/redaction/redact.ts'
import { exitOf } from '../exit-codes.ts'
import type { Sink } from './streams.ts'
import { fitted, tableLines } from './table.ts'
import { jsonLine, plain, shownOnTerminal, terminalSafe } from './terminal-text.ts'

export type Output = ReturnType<typeof createOutput>

/** Fields by which programs find things again: a key that happens to be part of one must not change it. */
const NAMING: ReadonlySet<string> = new Set(['session', 'profile', 'connection', 'snapshot', 'file', 'to', 'link'])

/** Every text inside a value, so that what JSON needs is never touched. */
const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  const inside = ([key, item]: [string, unknown]) => [
    key,
    NAMING.has(key) && typeof item === 'string' ? item : mapTexts(item, change),
  ]
  return Object.fromEntries(Object.entries(value).map(inside))
}

/** Results go to stdout, everything else to stderr. Nothing passes with a secret in it. */
export const createOutput = (config: {
  stdout: Sink
  stderr: Sink
  json: boolean
  secrets?: () => string[]
  /** True once the output failed: what is stopped by that is not told. */
  silent?: () => boolean
  /** Shows what was answered as it was, too. */
  verbose?: boolean
  /** Width for tables where stdout is no terminal, as COLUMNS says it; absent: they are not cut. */
  columns?: number | undefined
}) => {
  const { stdout, stderr, json } = config
  const columns = stdout.isTTY ? stdout.columns : config.columns
  /** For all texts of one result; the secrets may have become more until the next. */
  const cleaner = (): ((text: string) => string) => redactor(config.secrets?.() ?? [])
  const clean = (text: string): string => cleaner()(text)
  let onScreen = false
  const clear = (): void => {
    if (onScreen) stderr.write('\r\x1b[K')
    onScreen = false
  }
  const say = (stream: Sink, text: string): void => {
    clear()
    stream.write(`${text}\n`)
  }

  /** A body that is JSON says nothing that the message does not say better. */
  const shown = (details: string | undefined): boolean =>
    details !== undefined && (config.verbose === true || !/^[[{]/.test(details))

  return {
    json,
    /** A result for people; nothing with `--json`. */
    line: (text: string): void => {
      if (!json) say(stdout, clean(plain(text)))
    },
    /** An id as a reader of lists takes it whole; nothing with `--json`. */
    id: (id: string): void => {
      if (!json) say(stdout, terminalSafe(idLine(id)))
    },
    /** A result for programs; nothing without `--json`. */
    record: (value: unknown): void => {
      if (json) say(stdout, jsonLine(mapTexts(value, cleaner())))
    },
    /** JSON of the service on one line with its digits and keys, for programs; nothing without `--json`. */
    jsonText: (line: string): void => {
      if (json) say(stdout, terminalSafe(line))
    },
    /** A word beside the results. */
    note: (text: string): void => {
      if (!json) say(stderr, clean(plain(text)))
    },
    /**
     * What the person asked for as it is, such as an export or a source: sign for sign into a pipe or a file. On a
     * terminal signs that steer it are shown instead of sent.
     */
    exact: (text: string): void => {
      clear()
      stdout.write(stdout.isTTY ? shownOnTerminal(text) : text)
    },
    /** Results are read from the screen, where a secret would stay in the scroll back. */
    onTerminal: stdout.isTTY === true,
    /**
     * Left-aligned columns, cut to the terminal's width where there is one. `revealed`: secrets of others were asked for.
     * `ids`, `whole`: a column of ids to be shortened, and one that is never cut.
     */
    table: (
      head: string[],
      rows: string[][],
      { revealed = false, ids, whole }: { revealed?: boolean; ids?: number; whole?: number } = {},
    ): void => {
      if (json) return
      const withoutSecrets = cleaner()
      const show = revealed ? plain : (text: string) => withoutSecrets(plain(text))
      const shown = rows.map((row) => row.map(show))
      const room = columns !== undefined && columns > 20 ? columns : 0
      for (const line of tableLines(head, shown, { room, ids, whole })) say(stdout, line)
    },
    /** Says what went wrong and answers the exit code for it. */
    problem: ({ code, message, next, details }: Problem): number => {
      if (code === 'cancelled' && config.silent?.()) return exitOf(code)
      if (json) say(stderr, jsonLine(mapTexts({ problem: { code, message, ...(next ? { next } : {}) } }, cleaner())))
      else say(stderr, clean(plain([message, next, shown(details) && `(${details})`].filter(Boolean).join(' '))))
      return exitOf(code)
    },
    /** One line on a terminal, written over; null removes it. */
    progress: (text: string | null): void => {
      if (json || !stderr.isTTY) return
      clear()
      if (text === null) return
      stderr.write(fitted(clean(plain(text)), (stderr.columns || 80) - 1))
      onScreen = true
    },
  }
}
