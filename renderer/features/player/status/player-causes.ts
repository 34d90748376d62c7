import type { Lease, Playable, ReplayPhase } from '../../../../electron/contract/models/replay-models.ts'
import { assertNever, type Problem } from '../../../../electron/contract/result.ts'
import { formatDuration } from '../../../ui/text/format-text.ts'
import type { EngineFailure } from '../engine/error-policy.ts'

/** `Checking again in 4 s. Stops in 3:52.` All epoch ms, local clock. */
export const pollText = (nextPollAt: number | null, pollsUntil: number | null, now: number): string => {
  const next =
    nextPollAt === null || nextPollAt <= now
      ? 'Refreshing…'
      : `Refreshing again in ${Math.max(1, Math.ceil((nextPollAt - now) / 1000))} s.`
  return pollsUntil === null ? next : `${next} Stops in ${formatDuration(Math.max(0, pollsUntil - now))}.`
}

/** The one thing that a cause screen offers. */
export type CauseAction = 'poll' | 'stop' | 'recheck' | 'renew' | 'reload' | 'sign-in' | 'back'
export type CauseIcon =
  | 'hourglass'
  | 'gear'
  | 'film-off'
  | 'broken'
  | 'link-off'
  | 'offline'
  | 'shield'
  | 'key'
  | 'list'

type Cause = { title: string; problem: Problem; action: CauseAction; label: string; icon: CauseIcon }

export type StageView =
  | { kind: 'loading'; text: string }
  /** `trouble`: what is loaded plays on, but the links or the service do not answer. */
  | { kind: 'picture'; buffering: string | null; trouble: Problem | null }
  | { kind: 'cause'; cause: Cause; polling: { nextPollAt: number | null; pollsUntil: number | null } | null }

type Unavailable = Extract<ReplayPhase, { kind: 'unavailable' }>

const unavailable = ({ cause, problem }: Unavailable): Cause => {
  switch (cause) {
    case 'no-frames':
      return { title: 'Nothing was recorded', problem, action: 'back', label: 'Back to sessions', icon: 'film-off' }
    case 'no-recording':
      return { title: 'No recording yet', problem, action: 'recheck', label: 'Retry', icon: 'film-off' }
    case 'recording-failed':
      return { title: 'Recording failed', problem, action: 'recheck', label: 'Retry', icon: 'broken' }
    case 'links-expired':
      return { title: 'The links expired', problem, action: 'renew', label: 'Renew links', icon: 'link-off' }
    case 'offline':
      return { title: 'Service unreachable', problem, action: 'recheck', label: 'Retry', icon: 'offline' }
    case 'certificate':
      return { title: 'Certificate rejected', problem, action: 'recheck', label: 'Retry', icon: 'shield' }
    case 'refused':
      return { title: 'Access denied', problem, action: 'recheck', label: 'Retry', icon: 'shield' }
    case 'bad-playlist':
      return { title: 'The playlist cannot be used', problem, action: 'recheck', label: 'Retry', icon: 'list' }
    case 'signed-out':
      return { title: 'You are signed out', problem, action: 'sign-in', label: 'Sign in again', icon: 'key' }
    default:
      return assertNever(cause)
  }
}

/** No data came: what core or the lease says of it, or that nobody knows. */
const undelivered = (problem: Problem | null, details: string): Cause => {
  if (problem === null) {
    return {
      title: "Couldn't load the video",
      problem: {
        code: 'media-error',
        message: 'Several attempts returned no data.',
        next: 'Your position is kept. Renew the links to retry.',
        details,
      },
      action: 'renew',
      label: 'Renew links',
      icon: 'link-off',
    }
  }
  if (problem.code === 'links-expired') return unavailable({ kind: 'unavailable', cause: 'links-expired', problem })
  if (problem.code === 'signed-out' || problem.code === 'unauthorized')
    return unavailable({ kind: 'unavailable', cause: 'signed-out', problem })
  // The medium is reloaded: the recording's own state is known already, so `recheck` would change nothing.
  if (problem.code === 'certificate')
    return { ...unavailable({ kind: 'unavailable', cause: 'certificate', problem }), action: 'reload' }
  return { title: "Couldn't load the video", problem, action: 'reload', label: 'Retry', icon: 'offline' }
}

const MISSING: Problem = { code: 'not-found', message: 'The recording is no longer in the storage.' }

const failed = ({ cause, details, problem }: EngineFailure, lease: Lease | null): Cause => {
  switch (cause) {
    case 'codec':
      return {
        title: 'This video format cannot be played here',
        problem: {
          code: 'media-error',
          message: 'The recording was loaded, but there is no decoder for its format.',
          next: 'Other recordings are not affected.',
          details,
        },
        action: 'back',
        label: 'Back to sessions',
        icon: 'film-off',
      }
    case 'damaged':
      return {
        title: 'The video data is damaged',
        problem: {
          code: 'media-error',
          message: 'The decoder cannot read the data.',
          next: 'Reload; if it stops at the same position, seek to another part.',
          details,
        },
        action: 'reload',
        label: 'Reload',
        icon: 'broken',
      }
    case 'no-picture':
      return {
        title: 'No video can be shown',
        problem: {
          code: 'media-error',
          message: 'The video data is loaded, but it cannot be shown at this position.',
          next: 'Reload, or seek to another position.',
          details,
        },
        action: 'reload',
        label: 'Reload',
        icon: 'broken',
      }
    case 'bad-playlist':
      return {
        title: 'The playlist cannot be used',
        problem: { code: 'bad-playlist', message: 'The service sent a playlist without playable video.', details },
        action: 'recheck',
        label: 'Retry',
        icon: 'list',
      }
    case 'network':
      return undelivered(problem ?? lease?.problem ?? null, details)
    case 'missing':
      return {
        title: problem?.code === 'refused-address' ? 'The recording cannot be loaded' : 'The video is missing',
        problem: problem ?? MISSING,
        action: 'recheck',
        label: 'Retry',
        icon: 'film-off',
      }
    default:
      return assertNever(cause)
  }
}

/** Causes that may pass: what is loaded stays on the screen and plays on. */
const PASSING = new Set<Unavailable['cause']>(['links-expired', 'offline', 'certificate', 'refused', 'signed-out'])

/** What stays playable when the phase changes under a running replay; null drops the picture. */
export const keptPlayable = (phase: ReplayPhase, before: Playable | null): Playable | null => {
  if (phase.kind === 'playable') return phase
  if (phase.kind === 'loading') return before
  return phase.kind === 'unavailable' && PASSING.has(phase.cause) ? before : null
}

export type StageInput = {
  phase: ReplayPhase
  lease: Lease | null
  playable: Playable | null
  /** The call itself failed: nothing is known about the recording. */
  openProblem: Problem | null
  /** From the store of the player. */
  ready: boolean
  buffering: boolean
  waitingForLinks: boolean
  failure: EngineFailure | null
}

const cause = (one: Cause): StageView => ({ kind: 'cause', cause: one, polling: null })

const openCause = ({ code }: Problem): Unavailable['cause'] => {
  switch (code) {
    case 'signed-out':
    case 'unauthorized':
      return 'signed-out'
    case 'certificate':
      return 'certificate'
    case 'not-reachable':
    case 'timeout':
      return 'offline'
    default:
      return 'refused'
  }
}

/** Exactly one view for whatever is known: the picture, words for a wait, or one cause with one action. */
export const stageViewOf = (state: StageInput): StageView => {
  const { phase, lease, playable, failure } = state
  if (state.openProblem) {
    return cause(unavailable({ kind: 'unavailable', cause: openCause(state.openProblem), problem: state.openProblem }))
  }
  if (phase.kind === 'waiting') {
    const running = phase.reason === 'not-ended'
    return {
      kind: 'cause',
      cause: {
        title: running ? 'Session still active' : 'Recording not ready yet',
        problem: phase.problem,
        action: phase.polling ? 'stop' : 'poll',
        label: phase.polling ? 'Stop refreshing' : 'Refresh',
        icon: running ? 'hourglass' : 'gear',
      },
      polling: phase.polling ? { nextPollAt: phase.nextPollAt, pollsUntil: phase.pollsUntil } : null,
    }
  }
  if (phase.kind === 'unavailable') {
    const goesOn = playable && state.ready && !state.buffering && !failure
    return goesOn ? { kind: 'picture', buffering: null, trouble: phase.problem } : cause(unavailable(phase))
  }
  if (phase.kind === 'loading' && !playable) return { kind: 'loading', text: 'Loading the recording' }
  if (failure) return cause(failed(failure, lease))
  const dead = lease?.state === 'expired' || (lease?.state === 'expiring' && lease.problem !== null)
  if (lease?.state === 'expired' && state.waitingForLinks && (state.buffering || !state.ready)) {
    const problem = lease.problem ?? { code: 'links-expired', message: 'The links expired and could not be renewed.' }
    return cause(unavailable({ kind: 'unavailable', cause: 'links-expired', problem }))
  }
  const text = state.waitingForLinks ? 'Renewing links' : 'Loading video'
  if (!state.ready) return { kind: 'loading', text: text }
  return { kind: 'picture', buffering: state.buffering ? text : null, trouble: dead ? (lease?.problem ?? null) : null }
}
