import { ok, type Result } from '../../contract/result.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Library } from '../library/library.ts'
import type { RecordingFacts } from '../library/sessions/sessions-table.ts'
import { recordingOf } from '../replay/session/causes.ts'
import type { ReplayRecord } from '../service/answers/wire.ts'
import type { CallOptions } from '../service/http/client.ts'
import type { Service } from '../service/service.ts'

/** What one answer says of a recording for good; null when it says nothing. */
const recordingFacts = (answer: Result<ReplayRecord>): RecordingFacts | null => {
  if (!answer.ok) {
    const recording = recordingOf(answer.problem)
    return recording ? { recording } : null
  }
  const { mp4Url, playlist, durationMs, expiresAt } = answer.value
  if (mp4Url === null && !playlist) return { recording: 'none' }
  return { recording: 'ready', videoDurationMs: durationMs, linksExpireAt: expiresAt }
}

/** Asks the service once for the recording of a session of which nothing is known, and stores what it says for good. */
export const createRecordingCheck =
  ({ library, events }: { library: Library; events: ReturnType<typeof createEvents> }) =>
  async (
    accountId: string,
    sessionId: string,
    service: Pick<Service, 'replay'>,
    options: CallOptions,
  ): Promise<Result<undefined>> => {
    const row = library.sessions.get(accountId, sessionId)
    if (!row.ok) return row
    if (row.value.recording !== 'unknown') return ok(undefined)
    const answer = await service.replay(sessionId, options)
    const facts = recordingFacts(answer)
    if (facts) {
      const stored = library.sessions.setRecordingFacts(accountId, sessionId, facts)
      if (!stored.ok) return stored
      events.emit('sessions.changed', { accountId, sessionIds: [sessionId] })
    }
    return answer.ok || answer.problem.status !== undefined ? ok(undefined) : answer
  }
export type RecordingCheck = ReturnType<typeof createRecordingCheck>
