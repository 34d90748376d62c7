import type { Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { Service } from '../service/service.ts'
import type { FetchMp4, FilesPort, HlsOutcome, HlsRequest, RecordLinks } from './archive-types.ts'
import type { Claimed } from './claims/claims.ts'
import type { KeptPairs } from './claims/kept-pairs.ts'

/** What the queue runs on: transfer, export and files, in this thread or in one of their own. */
export type Engine = {
  createLinks: (config: {
    service: () => Pick<Service, 'replay' | 'serverClock'> | null
    sessionId: string
    clock: Clock
    log: Log
    leadMs: () => number
  }) => RecordLinks
  fetchMp4: FetchMp4
  exportHls: (request: HlsRequest) => Promise<Result<HlsOutcome>>
  files: FilesPort
  /** Takes a recording for this process, so that no other program fetches it into the same folder (L21). */
  claim: (folder: string, baseUrl: string, sessionId: string, tool: string) => Promise<Claimed>
  /** What a folder has already, from any program. */
  kept: (folder: string) => KeptPairs
}

/** An account as the queue needs it. */
export type ArchiveAccount = {
  id: string
  label: string
  baseUrl: string
  signedIn: boolean
  service: Pick<Service, 'replay' | 'serverClock' | 'limit'>
}

export type ArchiveSettings = {
  archiveName: string
  archiveAtOnce: number
  archiveConnections: number
  leaseLeadS: number
}
