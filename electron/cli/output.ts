import type { Problem } from '../contract/result.ts'
import { redact } from '../core/service/redact.ts'
import { exitOf } from './exit-codes.ts'
import { jsonLine, plain } from './format.ts'

type Stream = { write: (text: string) => unknown; isTTY?: boolean | undefined; columns?: number | undefined }

export type Output = ReturnType<typeof createOutput>

/** Half a line of a wide sign more or less does no harm: columns count characters. */
const widthOf = (text: string): number => Array.from(text).length

/** Every text inside a value, so that what JSON needs is never touched. */
const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}

/** Results go to stdout, everything else to stderr. Nothing passes with a secret in it. */
export const createOutput = (config: { stdout: Stream; stderr: Stream; json: boolean; secrets?: () => string[] }) => {
  const { stdout, stderr, json } = config
  const clean = (text: string): string => redact(text, config.secrets?.() ?? [])
  let shown = false
  const clear = (): void => {
    if (shown) stderr.write('\r\x1b[K')
    shown = false
  }
  const say = (stream: Stream, text: string): void => {
    clear()
    stream.write(`${text}\n`)
  }

  return {
    json,
    /** A result for people; nothing with `--json`. */
    line: (text: string): void => {
      if (!json) say(stdout, clean(plain(text)))
    },
    /** A result for programs; nothing without `--json`. */
    record: (value: unknown): void => {
      if (json) say(stdout, jsonLine(mapTexts(value, clean)))
    },
    /** A word beside the results. */
    note: (text: string): void => {
      if (!json) say(stderr, clean(plain(text)))
    },
    /** What the person asked for as it is, such as an export or a source: on stdout, sign for sign. */
    exact: (text: string): void => {
      clear()
      stdout.write(text)
    },
    /** Results are read from the screen, where a secret would stay in the scroll back. */
    onTerminal: stdout.isTTY === true,
    /** Left-aligned columns, the last one cut at the terminal's edge. `revealed`: secrets of others were asked for. */
    table: (head: string[], rows: string[][], { revealed = false } = {}): void => {
      if (json) return
      const show = revealed ? plain : (text: string) => clean(plain(text))
      const cells = [head, ...rows].map((row) => row.map(show))
      const widths = head.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? ''))))
      for (const row of cells) {
        const text = row
          .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
          .join('  ')
          .trimEnd()
        const room = stdout.isTTY ? (stdout.columns ?? 0) : 0
        say(
          stdout,
          room > 20 && widthOf(text) > room
            ? `${Array.from(text)
                .slice(0, room - 1)
                .join('')}…`
            : text,
        )
      }
    },
    /** Says what went wrong and answers the exit code for it. */
    problem: ({ code, message, next, details }: Problem): number => {
      if (json) say(stderr, jsonLine(mapTexts({ problem: { code, message, ...(next ? { next } : {}) } }, clean)))
      else say(stderr, clean(plain([message, next, details && `(${details})`].filter(Boolean).join(' '))))
      return exitOf(code)
    },
    /** One line on a terminal, written over; null removes it. */
    progress: (text: string | null): void => {
      if (json || !stderr.isTTY) return
      clear()
      if (text === null) return
      stderr.write(
        Array.from(clean(plain(text)))
          .slice(0, (stderr.columns || 80) - 1)
          .join(''),
      )
      shown = true
    },
  }
}
