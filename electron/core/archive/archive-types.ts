import type { Sidecar } from '../../contract/models/archive-models.ts'
import type { Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { OpenObject } from '../media/storage/open-object.ts'
import type { Transport } from '../media/storage/storage-transport.ts'
import type { ReplayRecord } from '../service/answers/wire.ts'

/**
 * The replay record of one session for background work (bulk priority), shared by all its connections. All
 * instants of a record are epoch ms on the server's clock.
 */
export type RecordLinks = {
  /** The present record; fetched when there is none yet or its links are about to expire. */
  record: (signal: AbortSignal) => Promise<Result<ReplayRecord>>
  /** Single flight: the same stale record leads to one refetch, however many connections ask. */
  renew: (stale: ReplayRecord, signal: AbortSignal) => Promise<Result<ReplayRecord>>
  dispose: () => void
}

/** Shared by all transfers. Waits until `bytes` more fit the limit; false when aborted meanwhile. */
export type Throttle = {
  take: (bytes: number, signal: AbortSignal) => Promise<boolean>
  /** True while there is no limit, so that callers need not wait. */
  isOff?: () => boolean
}

export type Mp4Progress = { bytes: number; totalBytes: number | null }
export type HlsProgress = Mp4Progress & { segments: number; of: number }

/** How storage is read: the one fetcher of core/media/storage. */
export type StorageAccess = { openObject: OpenObject; transport: Transport }

type TransferConfig = StorageAccess & {
  links: RecordLinks
  /** Absolute path of `<name>.mp4.part`. */
  partPath: string
  throttle: Throttle
  clock: Clock
  log: Log
  signal: AbortSignal
}

export type Mp4Config = TransferConfig & {
  /** Connections at once, 1..16. */
  connections: number
  onProgress: (progress: Mp4Progress) => void
}
export type Mp4Outcome = {
  bytes: number
  etag: string | null
  /** Host and path without query. */
  object: string
  warnings: string[]
}
export type HlsConfig = TransferConfig & {
  sessionId: string
  /** Absolute folder for segments and state, owned by this item alone; kept for another try. */
  workFolder: string
  acceptPartial: boolean
  onProgress: (progress: HlsProgress) => void
}
export type HlsOutcome = {
  bytes: number
  segments: number
  /** Numbers of the missing segments, from 1. */
  missing: number[]
  /** True when pictures or sound of the source are not in the file. */
  partial: boolean
  /** True when so little is lost that it needs no consent: no segment, and at most one picture in a hundred. */
  minor: boolean
  /** Samples of each track, in the order of the file. */
  samples: number[]
  /** Host and path of the first segment without query. */
  object?: string | null
  warnings: string[]
}
/** Problem `incomplete`, with counts, when parts are missing and `acceptPartial` is false (D22). */
export type ExportHls = (config: HlsConfig) => Promise<Result<HlsOutcome>>

/** What an engine adds to a request: it reads storage itself, under one speed limit for all. */
type Supplied = keyof StorageAccess | 'throttle' | 'clock'
/** `baseUrl`: address of the account's service, whose reach decides which storage may be read (P20). */
type Mp4Request = Omit<Mp4Config, Supplied> & { baseUrl: string }
export type HlsRequest = Omit<HlsConfig, Supplied> & { baseUrl: string }
/** Fills the part file. Resumes from `<part>.json`. Problem `cancelled` when the signal ended it; what is there stays. */
export type FetchMp4 = (request: Mp4Request) => Promise<Result<Mp4Outcome>>

/** What a name template may use; instants epoch ms. */
export type NameFacts = {
  sessionId: string
  title: string | null
  accountLabel: string
  status: string | null
  createdAt: number | null
}

export type VerifyRequest = {
  path: string
  /** Null: not announced. */
  expectedBytes: number | null
  /** `video_duration_ms`; null: not announced. */
  announcedMs: number | null
  signal?: AbortSignal
}
/** What a look at every picture of a whole file finds; numbers of pictures. Structure alone: nothing is decoded. */
export type Damage = {
  /** Lengths inside the picture contradict its size. */
  broken: number
  /** Nothing a decoder could show. */
  empty: number
  /** More than one picture where the tables have one. */
  joint: number
  /** Decoded before the one in front of it. */
  disorder: number
}
export type Verified = {
  bytes: number
  durationMs: number | null
  sha256: string
  codec: string | null
  width: number | null
  height: number | null
  /** Samples of each track, in the order of the file. */
  samples: number[]
  /** Pictures of the track that is shown. */
  pictures: number
  /** Null: none found. */
  damage: Damage | null
  warnings: string[]
}
export type VerifyMp4 = (request: VerifyRequest) => Promise<Result<Verified>>

export type FileCheck = 'sound' | 'missing' | 'altered'

export type FoundPair = {
  /** Name of the MP4 inside the folder. */
  name: string
  sidecar: Sidecar
}

/** What the queue needs of files/. Names are bare names inside the archive folder, with `.mp4`. */
export type FilesPort = {
  /** A safe name ending in `.mp4` (D15, D16, D17); never empty. */
  nameFrom: (template: string, facts: NameFacts) => string
  /** A free name, compared without case; `taken` are names of other items (D14). `claimed`: the session, once it is (D21). */
  reserveName: (request: {
    folder: string
    wanted: string
    taken: ReadonlySet<string>
    claimed?: string
  }) => Promise<Result<string>>
  verifyMp4: VerifyMp4
  /** fsync, rename, sidecar. The name may differ when another program took it meanwhile. */
  finish: (request: {
    partPath: string
    folder: string
    name: string
    sidecar: Sidecar
  }) => Promise<Result<{ name: string }>>
  readSidecar: (folder: string, name: string) => Promise<Result<Sidecar>>
  /** For a file that has its final name already: the program ended before its metadata file was written. */
  writeSidecar: (folder: string, name: string, sidecar: Sidecar) => Promise<Result<void>>
  recheckFile: (request: {
    folder: string
    name: string
    sha256: string
    bytes: number
    signal?: AbortSignal
  }) => Promise<FileCheck>
  /** Names inside the folder by SHA-256 of files that were renamed or moved there. */
  findMoved: (
    folder: string,
    sought: readonly { sha256: string; bytes: number }[],
    signal?: AbortSignal,
  ) => Promise<Result<Map<string, string>>>
  /** Sound pairs of a folder, taken over into the archive folder; refusals as sentences. */
  importFolder: (request: {
    from: string
    folder: string
    known: (sha256: string, sidecar: Sidecar) => boolean | Promise<boolean>
    taken: ReadonlySet<string>
    onPair?: (pair: FoundPair) => Promise<void>
    signal?: AbortSignal
  }) => Promise<Result<{ imported: FoundPair[]; known: number; refused: string[] }>>
  /** The real path of a name inside the root, or a refusal, also through links (D17). */
  insideRoot: (root: string, name: string) => Promise<Result<string>>
  /** Bytes a person may write there; a problem when the folder is missing or read-only. */
  freeSpace: (folder: string) => Promise<Result<number>>
}
