import { formatDuration } from '../../../ui/text/format-text.ts'

/** `Checking again in 4 s. Stops checking in 3:52.` All epoch ms, local clock. */
export const pollWords = (nextPollAt: number | null, pollsUntil: number | null, now: number): string => {
  const next =
    nextPollAt === null || nextPollAt <= now
      ? 'Checking now.'
      : `Checking again in ${Math.max(1, Math.ceil((nextPollAt - now) / 1000))} s.`
  return pollsUntil === null ? next : `${next} Stops checking in ${formatDuration(Math.max(0, pollsUntil - now))}.`
}
