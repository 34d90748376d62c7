import type { Step } from '../../../../electron/contract/models/step-models.ts'

/** A step with its place in the recording, ms of video time; null: it has none. */
export type TimedStep = Step & { number: number; mediaMs: number | null }

/** `wallClockStart`: epoch ms of video time 0; null: unknown, and then steps with a date have no place. */
export const timedSteps = (steps: readonly Step[], wallClockStart: number | null): TimedStep[] =>
  steps.map((step, at) => {
    const byDate = step.at === null || wallClockStart === null ? null : step.at - wallClockStart
    const mediaMs = step.atMs ?? byDate
    return { ...step, number: at + 1, mediaMs: mediaMs === null ? null : Math.max(0, mediaMs) }
  })

/** Those with a place, by time; steps of one moment stay in their order. */
export const inTime = (steps: readonly TimedStep[]): (TimedStep & { mediaMs: number })[] =>
  steps
    .filter((step): step is TimedStep & { mediaMs: number } => step.mediaMs !== null)
    .sort((a, b) => a.mediaMs - b.mediaMs)

/** What a step says, in one line. */
export const stepText = ({ action, text, url, number }: TimedStep): string => {
  const said = [action, text, url === text ? null : url].filter((part) => part !== null)
  return said.length > 0 ? said.join(' ') : `Step ${number}`
}

/** Whether a step has all words of a search, whatever their case. */
export const matchesSearch = (step: TimedStep, search: string): boolean => {
  const all = `${stepText(step)} ${step.json ?? ''}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
