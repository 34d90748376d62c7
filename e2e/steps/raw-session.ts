import type { SampleSession } from '../../electron/sample/sample-session.ts'

type Answer = { status: number; body: unknown }

/** A replay record of the contract: five fields, null where the service gives no value. */
export const replayRecord = (fields: Record<string, unknown>): Record<string, unknown> => ({
  mp4_url: null,
  playlist_content: null,
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  video_start_ms: null,
  video_duration_ms: null,
  ...fields,
})

/** An ended session for which the sample service answers whatever a test says; the id is the title too. */
export const rawSession = (id: string, answer: (sign: (path: string) => string) => Answer): SampleSession => ({
  id,
  title: id,
  status: 'closed',
  createdAt: Date.now() - 60_000,
  closedAt: Date.now() - 30_000,
  error: null,
  closeReason: null,
  browserType: 'chromium',
  viewport: null,
  steps: [],
  replay: { kind: 'raw', answer },
})

/** The same with a record of these fields. */
export const recorded = (id: string, fields: Record<string, unknown>): SampleSession =>
  rawSession(id, () => ({ status: 200, body: replayRecord(fields) }))
