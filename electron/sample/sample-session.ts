import type { SampleFaults } from './faults.ts'

/** How a recording's playlist names its media. */
export type PlaylistForm = 'ts' | 'fmp4' | 'byte-range'

/** Signs an object of the media server for GET; answers the whole URL. */
type Sign = (objectPath: string) => string

/** What `GET /sessions/{id}/replay` answers. */
export type SampleReplay =
  | {
      kind: 'ready'
      /** Id in recordings.json. */
      recording: string
      /** Absent or null: no playlist. */
      playlist?: PlaylistForm | null
      /** Absent or false: no MP4. */
      mp4?: boolean
      /** `video_start_ms`; absent counts as null. */
      startMs?: number | null
      /** `video_duration_ms`; absent means the recording's own. */
      durationMs?: number | null
    }
  /** 200 with five nulls. */
  | { kind: 'empty' }
  /** 404 "still active". */
  | { kind: 'active' }
  /** 404 until `readyAt` (epoch ms, server clock), then what follows. */
  | { kind: 'processing'; readyAt: number; after: SampleReplay }
  /** 410. */
  | { kind: 'no-frames' }
  /** 404, `replay_status` failed. */
  | { kind: 'failed' }
  /** 404, `replay_status` unavailable. */
  | { kind: 'unavailable' }
  /** 403. */
  | { kind: 'forbidden' }
  /** Any answer at all, for tests. */
  | { kind: 'raw'; answer: (sign: Sign) => { status: number; body: unknown } }

export type SampleSession = {
  id: string
  /** What the run was for; travels as the extra field `name`. */
  title: string
  status: string
  /** Epoch ms, server clock. */
  createdAt: number
  closedAt: number | null
  error: string | null
  closeReason: string | null
  browserType: string
  viewport: { width: number; height: number } | null
  steps: unknown[]
  replay: SampleReplay
}

export type SampleRequest = {
  server: 'api' | 'media'
  method: string
  /** Without the query. */
  path: string
  /** The request target byte for byte (P21). */
  target: string
  /** 0 while no answer was sent. */
  status: number
  /** Epoch ms, server clock. */
  at: number
  headerNames: string[]
  range: string | null
}

export type SampleOptions = {
  /** Folder with recordings.json. */
  folder: string
  /** Generated sessions beside the hand-made ones; 0 by default. */
  sessionCount?: number
  seed?: number
  /** Life of signed links, ms, rounded up to whole seconds as the signature form demands; 15 minutes by default. */
  linkLifeMs?: number
  /** Life of tokens from the password form, ms; one hour by default. */
  tokenLifeMs?: number
  /** Time after start until the session that is being processed is ready, ms; 45 s by default. */
  processingMs?: number
  now?: () => number
  key?: string
  userName?: string
  password?: string
  /** Path prefix of the base URL; `/v1` by default. */
  prefix?: string
  headerPrefix?: string
  rateLimit?: { limit: number; windowS: number }
  /** Lets pages of other origins read the media, for comparisons with a bare player. */
  mediaCors?: boolean
}

export type MediaObject = { file: string } | { bytes: Uint8Array }

export type SampleService = {
  /** Such as `http://127.0.0.1:40123/v1`. */
  baseUrl: string
  mediaOrigin: string
  key: string
  userName: string
  password: string
  faults: SampleFaults
  /** The last 20,000 requests of both servers, oldest first. */
  requests: SampleRequest[]
  /** Adds sessions; one with a known id replaces it. */
  add: (...sessions: SampleSession[]) => void
  /** Puts an object under a path of the media server, such as `/test/big.mp4`. */
  addObject: (path: string, object: MediaObject, headers?: Record<string, string>) => void
  sign: Sign
  /** Every token of the password form stops working; refresh tokens and the key stay. */
  expireTokens: () => void
  /** Epoch ms of the server's clock, skew included. */
  now: () => number
  close: () => Promise<void>
}
