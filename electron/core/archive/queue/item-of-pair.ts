import type { ItemPatch } from '../../library/tables/archive-rows.ts'
import type { FoundPair } from '../archive-types.ts'

/**
 * What a finished pair of MP4 and metadata file makes of an item. `now` in epoch ms. `imported`: only the metadata
 * file itself says that it is this recording.
 */
export const itemOf = ({ name, sidecar }: FoundPair, now: number, imported = false): ItemPatch => ({
  state: 'done',
  fileName: name,
  title: sidecar.session.title,
  status: sidecar.session.status,
  createdAt: sidecar.session.createdAt === null ? null : Date.parse(sidecar.session.createdAt),
  closedAt: sidecar.session.closedAt === null ? null : Date.parse(sidecar.session.closedAt),
  source: sidecar.source.kind,
  bytes: sidecar.file.bytes,
  totalBytes: sidecar.file.bytes,
  sha256: sidecar.file.sha256,
  durationMs: sidecar.file.durationMs,
  startMs: sidecar.source.videoStartMs,
  partial: sidecar.file.partial,
  warnings: sidecar.warnings,
  verified: !imported && sidecar.file.damaged !== true,
  imported,
  problem: null,
  sidecar: null,
  finishedAt: Number.isNaN(Date.parse(sidecar.archivedAt)) ? now : Date.parse(sidecar.archivedAt),
})
