import type { Replay, ReplayPhase } from '../../../contract/models/replay-models.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { RecordingFacts } from '../../library/sessions/sessions-table.ts'
import { createLease, type Loaded } from '../../media/lease/lease.ts'
import { earliestSignatureExpiry } from '../../media/lease/signature-expiry.ts'
import type { LoadText } from '../../media/playlist/load-playlist.ts'
import type { MediaPlaylist } from '../../media/playlist/model.ts'
import type { ServerClock } from '../../service/server-clock.ts'
import type { Service } from '../../service/service.ts'
import type { OpenReplay } from '../gateway/gateway.ts'
import { causeOf, recordingOf } from './causes.ts'
import { createLinkSources } from './link-sources.ts'
import { loadMedia, type Measure, type ReplayMedia } from './load-media.ts'
import { playablePhase, problemPhase, type SessionFacts } from './phases.ts'
import { createPolling } from './polling.ts'

export type ReplaySessionConfig = {
  accountId: string
  sessionId: string
  /** Folder of this replay in the segment cache. */
  scope: string
  clock: Clock
  log: Log
  serverClock: Pick<ServerClock, 'now' | 'toLocal'>
  leadMs: () => number
  /** The account's service at this moment; null when the account is no longer the active one. */
  service: () => Pick<Service, 'replay'> | null
  session: () => SessionFacts | null
  loadText: (url: string, signal: AbortSignal) => ReturnType<LoadText>
  measure: (list: MediaPlaylist, signal: AbortSignal) => ReturnType<Measure>
  onReplay: (replay: Replay) => void
  onFacts: (facts: RecordingFacts) => void
}

export type ReplaySession = {
  accountId: string
  open: () => Promise<Result<Replay>>
  /** New links now. Fails with the problem when there are none; playback continues. */
  renew: () => Promise<Result<Replay>>
  recheck: () => Promise<Result<Replay>>
  poll: () => Result<Replay>
  stopPolling: () => Result<Replay>
  /** What the gateway may serve. */
  served: OpenReplay
  /** After sleep or a new sign-in. */
  onWake: () => void
  onSettings: () => void
  close: () => void
}

const SIGNED_OUT = fail('signed-out', 'The account of this recording is signed out.', { next: 'Sign in.' })
const LOADING: ReplayPhase = { kind: 'loading' }

const urlsOf = function* (media: ReplayMedia): Iterable<string> {
  if (media.mp4) yield media.mp4.url
  for (const item of media.list?.items ?? []) if (!item.absent) yield item.url
}

/** One open replay: its lease, its phase, and what the gateway may serve of it. */
export const createReplaySession = (config: ReplaySessionConfig): ReplaySession => {
  const { accountId, sessionId, clock } = config
  let phase: ReplayPhase | 'playable' = LOADING
  let generation = 0 // of the links that were reported
  let priority: 'person' | 'polling' = 'person'
  let asking: Promise<void> | null = null
  let closed = false
  const waits = () => phase !== 'playable' && phase.kind === 'waiting'

  const load = async (previous: ReplayMedia | null, signal: AbortSignal): Promise<Result<Loaded<ReplayMedia>>> => {
    const service = config.service()
    if (!service) return SIGNED_OUT
    const record = await service.replay(sessionId, { priority, signal })
    if (!record.ok) return record
    const media = await loadMedia(
      sessionId,
      record.value,
      previous,
      (url) => config.loadText(url, signal),
      (list) => config.measure(list, signal),
    )
    if (!media.ok) return media
    const signatureExpiresAt = earliestSignatureExpiry(urlsOf(media.value))
    return ok({ value: media.value, recordExpiresAt: record.value.expiresAt, signatureExpiresAt })
  }

  const publish = () => {
    if (!closed) config.onReplay(replay())
  }

  const lease = createLease<ReplayMedia>({
    name: 'replay',
    clock,
    serverClock: config.serverClock,
    leadMs: config.leadMs,
    load,
    log: config.log,
    timer: {
      onChange: () => {
        const current = lease.current()
        if (current && current.generation !== generation) {
          generation = current.generation
          phase = 'playable' // new links end every other phase
          const videoDurationMs = current.value.durationMs
          config.onFacts({ recording: 'ready', videoDurationMs, linksExpireAt: lease.expiresAt() })
        }
        publish()
      },
    },
  })

  const sources = createLinkSources(lease, (problem: Problem) => {
    if (problem.code === 'cancelled' || closed) return
    phase = { kind: 'unavailable', cause: causeOf(problem), problem }
    publish()
  })

  const ask = (as: typeof priority): Promise<void> => {
    asking ??= (async () => {
      priority = as
      const result = await lease.start()
      priority = 'person'
      asking = null
      if (result.ok || closed) return
      const recording = recordingOf(result.problem)
      if (recording) config.onFacts({ recording })
      // A poll that could not reach the service tells nothing about the recording: polling continues.
      if (!waits() || causeOf(result.problem) !== 'offline') phase = problemPhase(result.problem)
    })()
    return asking
  }

  const polling = createPolling({
    clock,
    ask: async () => {
      await ask('polling')
      return waits()
    },
    onChange: publish,
  })

  const replay = (): Replay => {
    const current = lease.current()
    let present = phase === 'playable' ? LOADING : phase
    if (phase === 'playable' && current) present = playablePhase(sessionId, current.value, config.session())
    if (present.kind === 'waiting') {
      const nextPollAt = polling.nextAt()
      present = { ...present, polling: nextPollAt !== null, nextPollAt, pollsUntil: polling.until() }
    }
    return { accountId, sessionId, phase: present, lease: current ? { sessionId, ...lease.state() } : null }
  }

  /** A recording that is not there yet is polled for: after the first answer, and when the person starts it again. */
  const poll = (): Result<Replay> => {
    if (waits() && !closed) polling.start()
    publish()
    return ok(replay())
  }

  const first = async (): Promise<Result<Replay>> => {
    publish()
    await ask('person')
    return poll()
  }

  const recheck = async (): Promise<Result<Replay>> => {
    polling.stop()
    await asking
    phase = LOADING
    return first()
  }

  const renew = async (): Promise<Result<Replay>> => {
    if (!lease.current()) return recheck()
    const result = await lease.renew()
    return result.ok ? ok(replay()) : result
  }

  return {
    accountId,
    open: async () => {
      if (!asking && phase === LOADING) return first()
      await asking
      return ok(replay())
    },
    renew,
    recheck,
    poll,
    stopPolling: () => {
      polling.stop()
      publish()
      return ok(replay())
    },
    served: {
      scope: config.scope,
      media: () => lease.current()?.value ?? null,
      sourceOf: sources.item,
      video: sources.video,
    },
    onWake: () => {
      const cause = phase !== 'playable' && phase.kind === 'unavailable' ? phase.cause : null
      if (cause === 'offline' || cause === 'certificate' || cause === 'signed-out') void renew()
      else lease.onWake()
    },
    onSettings: lease.onSettings,
    close: () => {
      closed = true
      polling.stop()
      lease.dispose()
    },
  }
}
