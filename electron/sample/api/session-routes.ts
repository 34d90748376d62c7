import type { SampleFaults } from '../faults.ts'
import { objectPath } from '../media/media-server.ts'
import { type Recording, writePlaylist } from '../media/recordings.ts'
import type { Signer } from '../media/signing.ts'
import type { SampleReplay, SampleSession } from '../sample-session.ts'
import { durationText, instantText } from '../sessions/instants.ts'
import type { SessionStore } from '../sessions/sample-session-store.ts'
import { type ApiAnswer, type ApiRequest, type ApiRoute, answer, invalid, readBool, refusal } from './api-answers.ts'
import { envelope, readPage } from './paging.ts'

export type SessionRouteConfig = {
  store: SessionStore
  recordings: Map<string, Recording>
  signer: Signer
  faults: SampleFaults
  mediaOrigin: string
  now: () => number
}

const checksum = (text: string): number => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7)

const wireSession = (one: SampleSession, now: number) => {
  const style = checksum(one.id)
  return {
    session_id: one.id,
    status: one.status,
    created_at: instantText(one.createdAt, style),
    closed_at: one.closedAt === null ? null : instantText(one.closedAt, style),
    last_accessed_at: instantText(one.closedAt ?? now, style + 1),
    duration: durationText((one.closedAt ?? now) - one.createdAt),
    error: one.error,
    close_reason: one.closeReason,
    browser_type: one.browserType,
    viewport_width: one.viewport?.width ?? null,
    viewport_height: one.viewport?.height ?? null,
    user_agent: null,
    proxies: style % 5 === 0,
    network_request_bytes: 40_000 + (style % 977) * 211,
    network_response_bytes: 900_000 + (style % 1_991) * 3_517,
    steps: one.steps,
    name: one.title,
    idle_timeout_minutes: 5,
  }
}

/** Sessions and their replays (docs/service-contract.md, Endpoints); the lists by docs/deployments.md, Listing. */
export const sessionRoutes = (config: SessionRouteConfig): ApiRoute[] => {
  const { store, faults, signer, now } = config
  const no = (status: number, text: string, more?: Record<string, unknown>) =>
    refusal(faults.api.errorBodies, status, text, more)

  const find = (request: ApiRequest): { session: SampleSession } | { problem: ApiAnswer } => {
    const id = request.params.id ?? ''
    if (id.length > 256) {
      const msg = 'String should have at most 256 characters'
      return {
        problem: invalid({
          type: 'string_too_long',
          loc: ['path', 'session_id'],
          msg,
          input: id,
          ctx: { max_length: 256 },
        }),
      }
    }
    const session = store.get(id)
    return session ? { session } : { problem: no(404, `Session ${id} not found`) }
  }

  const list = (request: ApiRequest): ApiAnswer => {
    const active = readBool(request.query.get('only_active'), ['query', 'only_active'], true)
    const { page, faults: odd } = readPage(request)
    if (active.fault || !page) return invalid(...odd, ...(active.fault ? [active.fault] : []))
    const { items, total } = store.page((page.page - 1) * page.pageSize, page.pageSize, active.value)
    return answer(
      envelope(
        items.map((one) => wireSession(one, now())),
        page,
        total,
      ),
    )
  }

  const one = (request: ApiRequest): ApiAnswer => {
    const found = find(request)
    return 'problem' in found ? found.problem : answer(wireSession(found.session, now()))
  }

  const ready = (id: string, replay: Extract<SampleReplay, { kind: 'ready' }>): ApiAnswer => {
    const recording = config.recordings.get(replay.recording)
    if (!recording) throw new Error(`sample session ${id} names the unknown recording ${replay.recording}`)
    const sign = (name: string): string => config.mediaOrigin + signer.sign(objectPath(id, recording.id, name))
    const expiresAt = signer.expiry()
    const text = faults.api.expiresAtText ?? ((ms: number) => instantText(ms, 0))
    return answer({
      mp4_url: replay.mp4 ? sign('video.mp4') : null,
      playlist_content: replay.playlist ? writePlaylist(recording, replay.playlist, sign) : null,
      expires_at: text(expiresAt),
      video_start_ms: replay.startMs ?? null,
      video_duration_ms: replay.durationMs === undefined ? recording.durationMs : replay.durationMs,
    })
  }

  const replayOf = (id: string, replay: SampleReplay): ApiAnswer => {
    const notYet = (text: string, state: string, retryable: boolean, status = 404) =>
      no(status, text, { session_id: id, replay_status: state, retryable })
    switch (replay.kind) {
      case 'ready':
        return ready(id, replay)
      case 'empty':
        return answer({
          mp4_url: null,
          playlist_content: null,
          expires_at: null,
          video_start_ms: null,
          video_duration_ms: null,
        })
      case 'active':
        return notYet('Replay is not available: the session is still active', 'waiting_for_session', true)
      case 'processing':
        if (now() >= replay.readyAt) return replayOf(id, replay.after)
        return notYet('Replay is being processed, try again in a few seconds', 'processing', true)
      case 'no-frames':
        return notYet('The capture ended without a frame', 'unavailable', false, 410)
      case 'failed':
        return notYet('Making the replay failed', 'failed', false)
      case 'unavailable':
        return notYet('No replay exists for this session', 'unavailable', false)
      case 'forbidden':
        return no(403, 'This session belongs to another workspace')
      case 'raw':
        return replay.answer((path) => config.mediaOrigin + signer.sign(path))
    }
  }

  const replay = (request: ApiRequest): ApiAnswer => {
    const found = find(request)
    return 'problem' in found ? found.problem : replayOf(found.session.id, found.session.replay)
  }

  return [
    { method: 'GET', path: '/sessions', optional: 'sessions', run: list },
    { method: 'GET', path: '/sessions/:id', optional: 'session', run: one },
    { method: 'GET', path: '/sessions/:id/replay', run: replay },
  ]
}
