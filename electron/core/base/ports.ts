import type { Result } from '../../contract/result.ts'

/** Time as core sees it; tests supply their own. */
export type Clock = {
  /** Epoch ms of the local clock; may be wrong and may jump (T07). */
  now: () => number
  /** Any finite delay, also beyond 2^31 ms; negative counts as 0. Answers the function that cancels. Does not keep the process alive. */
  after: (ms: number, run: () => void) => () => void
}

/** Secrets of one service name in the OS keychain. Every call is bounded in time and never throws. */
export type Keychain = {
  /** Null when there is no entry. */
  read: (key: string) => Promise<Result<string | null>>
  write: (key: string, secret: string) => Promise<Result<void>>
  remove: (key: string) => Promise<Result<void>>
}

/** Lines for people who search a fault; the writer redacts once more. */
export type Log = {
  info: (line: string) => void
  warn: (line: string) => void
  error: (line: string) => void
}

/** The sample service of this run, which answers as a real one does (`electron/sample`). */
export type SampleWorkspace = {
  /** Starts the service, or answers the one that runs. Rejects when it cannot start; the next call starts again. */
  start: () => Promise<{ baseUrl: string; token: string }>
  /** Ends the service that runs; the next start begins with the sample as it was made. Never rejects. */
  end: () => Promise<void>
  /** Ends the service for good. Never rejects. */
  stop: () => Promise<void>
}

type Paths = {
  /** Folder of the database and settings. */
  data: string
  /** Folder that may be emptied at any time: segment cache. */
  cache: string
  /** The person's folder for videos; the archive lives in it unless another folder was selected. Absent: in `data`. */
  videos?: string
}

/** What core gets from the program that runs it. */
export type Ports = {
  /** Used for the service and for storage; never sent a bearer by anything but the service client. */
  fetch: typeof fetch
  keychain: Keychain
  clock: Clock
  paths: Paths
  log: Log
  version: string
  runtime: 'electron' | 'chromium-host'
  sample: SampleWorkspace
  /** Moves a file to the system's trash; rejects when that fails. Absent: there is none. */
  trash?: (path: string) => Promise<void>
  /** Whether the computer runs on battery. Absent: that is not known. */
  onBattery?: () => boolean
}
