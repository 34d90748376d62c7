import { type ArchiveState, archiveStates } from '../../../contract/constants/archive-constants.ts'
import { type ArchiveItem, sidecarModel } from '../../../contract/models/archive-models.ts'
import { problemModel } from '../../../contract/models/problem-model.ts'
import type { DbRow } from '../sessions/session-rows.ts'

/** An item as it is kept: what the page sees of it, without what only a running transfer knows. */
export type StoredItem = Omit<ArchiveItem, 'rate' | 'leftMs' | 'otherFolder'> & {
  /** Absolute: where the item's files lie; null before it has a file name. */
  folder: string | null
  baseUrl: string
  status: string | null
  /** Of the session, epoch ms. */
  createdAt: number | null
  closedAt: number | null
  /** `video_start_ms` of the record. */
  startMs: number | null
  acceptPartial: boolean
  /** The metadata file of a verified file that may not have its final name yet. */
  sidecar: ArchiveSidecar | null
}
type ArchiveSidecar = ReturnType<typeof sidecarModel.parse>

/** What may change of an item; absent fields stay as they are. */
export type ItemPatch = Partial<Omit<StoredItem, 'id' | 'accountId' | 'sessionId' | 'addedAt'>>

const COLUMN: Record<keyof ItemPatch, string> = {
  accountLabel: 'account_label',
  baseUrl: 'base_url',
  title: 'title',
  status: 'status',
  createdAt: 'created_at',
  closedAt: 'closed_at',
  state: 'state',
  source: 'source',
  bytes: 'bytes',
  totalBytes: 'total_bytes',
  fileName: 'file_name',
  folder: 'folder',
  sha256: 'sha256',
  durationMs: 'duration_ms',
  startMs: 'start_ms',
  verified: 'verified',
  imported: 'imported',
  partial: 'partial',
  acceptPartial: 'accept_partial',
  warnings: 'warnings',
  problem: 'problem',
  sidecar: 'sidecar',
  linksExpireAt: 'links_expire_at',
  finishedAt: 'finished_at',
}

const toColumn = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
}

/** Columns and values of a patch, in one order. */
export const patchColumns = (patch: ItemPatch): { columns: string[]; values: (string | number | null)[] } => {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
  return {
    columns: entries.map(([key]) => COLUMN[key as keyof ItemPatch]),
    values: entries.map(([, value]) => toColumn(value)),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const json = (value: unknown): unknown => {
  try {
    return JSON.parse(text(value) ?? 'null')
  } catch {
    return null // an invalid stored value is dropped, not the row
  }
}
const stateOf = (value: unknown): ArchiveState => archiveStates.find((state) => state === value) ?? 'failed'

/** A stored row; invalid values become null, an invalid state `failed`. */
export const toItem = (row: DbRow): StoredItem => {
  const warnings = json(row.warnings)
  const problem = problemModel.safeParse(json(row.problem))
  const sidecar = sidecarModel.safeParse(json(row.sidecar))
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    accountLabel: String(row.account_label),
    baseUrl: String(row.base_url),
    sessionId: String(row.session_id),
    title: text(row.shown_title) ?? text(row.title),
    status: text(row.status),
    createdAt: number(row.created_at),
    closedAt: number(row.closed_at),
    state: stateOf(row.state),
    source: row.source === 'mp4' || row.source === 'hls' ? row.source : null,
    bytes: number(row.bytes) ?? 0,
    totalBytes: number(row.total_bytes),
    fileName: text(row.file_name),
    folder: text(row.folder),
    sha256: text(row.sha256),
    durationMs: number(row.duration_ms),
    startMs: number(row.start_ms),
    verified: row.verified === 1,
    imported: row.imported === 1,
    partial: row.partial === 1,
    acceptPartial: row.accept_partial === 1,
    warnings: Array.isArray(warnings) ? warnings.filter((w): w is string => typeof w === 'string') : [],
    problem: problem.success ? problem.data : null,
    sidecar: sidecar.success ? sidecar.data : null,
    linksExpireAt: number(row.links_expire_at),
    addedAt: number(row.added_at) ?? 0,
    finishedAt: number(row.finished_at),
  }
}
