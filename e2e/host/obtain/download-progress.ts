import { formatBytes, formatDuration } from '../../../electron/contract/text/quantities.ts'
import type { Progress } from './download.ts'

/** The rate is that of the last seconds: an average since the start would hide that a network got slow. */
const RATE_OVER_MS = 10_000
const TERMINAL_EVERY_MS = 250
/** A log is no terminal: a line now and then. */
const LOG_EVERY_MS = 10_000
/** From then on the line says that nothing comes. */
const SILENT_MS = 3_000

type Sample = { at: number; bytes: number }

export type ProgressLine = {
  update: (progress: Progress) => void
  /** Shows how long nothing came; called on a timer. */
  tick: () => void
  end: () => void
}

/** `42%, 46.2 MB of 110 MB, 1.2 MB/s, 0:53 left` */
export const describeProgress = ({ bytes, total }: Progress, bytesPerSecond: number): string => {
  const size = formatBytes(bytes)
  const rate = bytesPerSecond > 0 ? [`${formatBytes(bytesPerSecond)}/s`] : []
  if (total === null) return [size, ...rate].join(', ')
  const left = bytesPerSecond > 0 ? [`${formatDuration(((total - bytes) / bytesPerSecond) * 1000)} left`] : []
  return [`${Math.floor((bytes / total) * 100)}%`, `${size} of ${formatBytes(total)}`, ...rate, ...left].join(', ')
}

/** Bytes a second between the oldest and the newest sample. */
const rateOf = (samples: readonly Sample[]): number => {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at <= first.at) return 0
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000
}

/** On a terminal `write` gets one line that is written over and over, else a line every ten seconds. */
export const createProgressLine = (
  label: string,
  write: (text: string) => void,
  isTerminal: boolean,
  now: () => number = Date.now,
): ProgressLine => {
  let samples: Sample[] = []
  let progress: Progress | null = null
  let cameAt = now()
  let shownAt = isTerminal ? 0 : now()

  const show = (): void => {
    const at = now()
    const silent = at - cameAt >= SILENT_MS ? `no data for ${Math.floor((at - cameAt) / 1000)} s` : null
    const text = progress ? describeProgress(progress, silent ? 0 : rateOf(samples)) : null
    const line = `${label}: ${[text, silent].filter(Boolean).join(', ') || 'connecting …'}`
    write(isTerminal ? `\r\u001b[K${line}` : line)
    shownAt = at
  }

  return {
    update: (next) => {
      const at = now()
      // A download that starts over counts from there.
      if (progress && next.bytes < progress.bytes) samples = []
      progress = next
      cameAt = at
      samples = [...samples.filter((sample) => at - sample.at <= RATE_OVER_MS), { at, bytes: next.bytes }]
      if (at - shownAt >= (isTerminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS)) show()
    },
    tick: () => {
      if (now() - shownAt >= (isTerminal ? 1_000 : LOG_EVERY_MS)) show()
    },
    end: () => {
      if (isTerminal && shownAt > 0) write('\r\u001b[K')
      shownAt = 0
    },
  }
}
