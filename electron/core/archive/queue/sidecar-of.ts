import type { Sidecar } from '../../../contract/models/archive-models.ts'
import { isoTime } from '../../../contract/text/quantities.ts'
import type { StoredItem } from '../../library/tables/archive-rows.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { Verified } from '../archive-types.ts'

/** Content of the metadata file. The object is named without its signature. */
export const sidecarOf = (facts: {
  item: StoredItem
  name: string
  record: ReplayRecord
  kind: 'mp4' | 'hls'
  object: string | null
  segments: number | null
  verified: Verified
  partial: boolean
  /** So little is lost that it needed no consent. */
  minor: boolean
  warnings: string[]
  now: number
  tool: string
}): Sidecar => ({
  format: 'replay-desk-recording',
  version: 1,
  session: {
    id: facts.item.sessionId,
    title: facts.item.title,
    status: facts.item.status,
    createdAt: isoTime(facts.item.createdAt),
    closedAt: isoTime(facts.item.closedAt),
  },
  account: { label: facts.item.accountLabel, baseUrl: facts.item.baseUrl },
  source: {
    kind: facts.kind,
    object: facts.object,
    segments: facts.segments,
    videoStartMs: facts.record.startMs,
    videoDurationMs: facts.record.durationMs,
    expiresAt: isoTime(facts.record.expiresAt),
  },
  file: {
    name: facts.name,
    bytes: facts.verified.bytes,
    sha256: facts.verified.sha256,
    durationMs: facts.verified.durationMs,
    partial: facts.partial,
    ...(facts.minor ? { minor: true } : {}),
    ...(facts.verified.damage ? { damaged: true } : {}),
  },
  archivedAt: new Date(facts.now).toISOString(),
  tool: facts.tool,
  warnings: facts.warnings,
})
