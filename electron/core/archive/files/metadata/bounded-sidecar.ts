import type { Sidecar } from '../../../../contract/models/archive-models.ts'
import { cut } from '../../../service/redaction/redact.ts'

const LONGEST_TITLE = 500
const LONGEST_LABEL = 80
const LONGEST_WORD = 100
const LONGEST_ADDRESS = 2_000
const LONGEST_WARNING = 500
const MOST_WARNINGS = 20

const MOST_OTHER_KEYS = 50

const short = (text: string | null, length: number): string | null => (text === null ? null : cut(text, length))

/** Plain values under keys of a later version, some of them; lists and objects may be of any depth and stay out. */
const others = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([key, value]) => key.length <= LONGEST_WORD && (typeof value !== 'object' || value === null))
      .slice(0, MOST_OTHER_KEYS)
      .map(([key, value]) => [key, typeof value === 'string' ? cut(value, LONGEST_TITLE) : value]),
  )

/**
 * A foreign metadata file as it is imported: every text, list and depth in lengths that this program would write
 * itself, and marked as imported. The name of the file in it is not used (D17).
 */
export const boundedSidecar = (said: Sidecar): Sidecar => {
  const { session, account, source, file } = said
  return {
    ...others(said),
    format: said.format,
    version: said.version,
    session: {
      ...others(session),
      id: session.id,
      title: short(session.title, LONGEST_TITLE),
      status: short(session.status, LONGEST_WORD),
      createdAt: short(session.createdAt, LONGEST_WORD),
      closedAt: short(session.closedAt, LONGEST_WORD),
    },
    account: {
      ...others(account),
      label: cut(account.label, LONGEST_LABEL),
      baseUrl: cut(account.baseUrl, LONGEST_ADDRESS),
    },
    source: {
      ...others(source),
      kind: source.kind,
      object: short(source.object, LONGEST_ADDRESS),
      segments: source.segments,
      videoStartMs: source.videoStartMs,
      videoDurationMs: source.videoDurationMs,
      expiresAt: short(source.expiresAt, LONGEST_WORD),
    },
    file: {
      ...others(file),
      name: cut(file.name, LONGEST_TITLE),
      bytes: file.bytes,
      sha256: file.sha256,
      durationMs: file.durationMs,
      partial: file.partial,
      imported: true,
    },
    archivedAt: cut(said.archivedAt, LONGEST_WORD),
    tool: cut(said.tool, LONGEST_WORD),
    warnings: said.warnings.slice(0, MOST_WARNINGS).map((warning) => cut(warning, LONGEST_WARNING)),
  }
}
