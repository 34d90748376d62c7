import type { Output } from './output/output.ts'
import type { Stop } from './stop.ts'

/** Options of every command that speaks to a service. */
export type ServiceOptions = {
  baseUrl?: string
  headerPrefix?: string
  account?: string
  sample?: boolean
}
type CommonOptions = { json?: boolean; verbose?: boolean }

/** What a command works with. */
export type Context = {
  out: Output
  env: NodeJS.ProcessEnv
  stop: Stop
  version: string
  verbose: boolean
  /** Text that must never be shown: the output removes it. */
  addSecret: (secret: string) => void
}

/** Makes what a command works with, runs it, and takes its exit code. */
export type RunWithContext = (options: CommonOptions, work: (context: Context) => Promise<number>) => Promise<void>
