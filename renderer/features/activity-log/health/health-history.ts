import type { HealthHistory } from '../../../../electron/contract/models/activity-models.ts'
import type { ChartSpan } from '../../../ui/chart/chart.tsx'
import type { Fact } from '../../../ui/panel/facts-view.tsx'
import { formatCount, formatSpan, formatWhen } from '../../../ui/text/format-text.ts'

type Checks = HealthHistory['checks']

/** When the service was down: from the first check that failed to the first that did not. `to` null: it still is. */
const outagesOf = (checks: Checks): { from: number; to: number | null }[] => {
  const outages: { from: number; to: number | null }[] = []
  for (const { at, state } of checks) {
    const last = outages.at(-1)
    const open = last?.to === null ? last : null
    if (state === 'down' && !open) outages.push({ from: at, to: null })
    else if (state === 'up' && open) open.to = at
  }
  return outages
}

/** What all checks say together: how many answered, and how fast. */
export const summaryOf = (checks: Checks): Fact[] => {
  const up = checks.filter(({ state }) => state === 'up').length
  const times = checks.flatMap(({ latencyMs }) => latencyMs ?? []).toSorted((a, b) => a - b)
  const ms = (share: number): string => {
    const time = times[Math.max(0, Math.ceil(share * times.length) - 1)]
    return time === undefined ? '–' : `${formatCount(Math.round(time))} ms`
  }
  // Rounded down: one missed check of a day is not all of them.
  const percent = Math.floor((1_000 * up) / checks.length) / 10
  return [
    { label: 'Checks', value: formatCount(checks.length) },
    { label: 'Successful', value: up === checks.length ? 'all' : `${percent}%` },
    { label: 'Median', value: ms(0.5) },
    { label: '95th percentile', value: ms(0.95) },
    { label: 'Slowest', value: ms(1) },
  ]
}

export const downSpans = (checks: Checks, now: number): ChartSpan[] =>
  outagesOf(checks).map(({ from, to }) => ({ from, to: to ?? now, text: 'Down' }))

export type Change = { at: number; kind: 'outage' | 'version'; text: string }

/** Outages and new versions, the newest first. */
export const changesOf = (checks: Checks, now: number): Change[] => {
  const outages = outagesOf(checks).map(({ from, to }): Change => {
    const lasted = formatSpan((to ?? now) - from)
    return {
      at: from,
      kind: 'outage',
      text:
        to === null
          ? `Down since ${formatWhen(from, now)}, for ${lasted}`
          : `Down for ${lasted}, until ${formatWhen(to, now)}`,
    }
  })
  const versions: Change[] = []
  let before: string | null = null
  for (const { at, version } of checks) {
    if (version === null) continue
    if (before !== null && version !== before)
      versions.push({ at, kind: 'version', text: `Version changed from ${before} to ${version}` })
    before = version
  }
  return [...outages, ...versions].sort((a, b) => b.at - a.at)
}
