import type { FunctionRole } from '../../contract/constants/function-constants.ts'
import type { Limit } from '../../contract/models/account-models.ts'
import type { Result } from '../../contract/result.ts'
import type { SourcedCookie } from './answers/cookie-rows.ts'
import type { FunctionRecord, ProfileRecord, RawSteps, ReplayRecord, Rows, SessionRecord } from './answers/wire.ts'
import * as endpoints from './endpoints.ts'
import { type CallOptions, type ClientConfig, createClient } from './http/client.ts'
import type { CacheHeaders } from './http/headers.ts'
import { createRateGate } from './limits/rate-gate.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

/** The service of one account. Every call answers a `Result`; nothing here throws. See endpoints.ts for each. */
export type Service = {
  health: (options?: CallOptions) => Promise<Result<endpoints.Health>>
  replay: (sessionId: string, options?: CallOptions) => Promise<Result<ReplayRecord>>
  session: (sessionId: string, options?: CallOptions) => Promise<Result<SessionRecord>>
  sessionSteps: (sessionId: string, options?: CallOptions) => Promise<Result<RawSteps>>
  sessions: (page: number, options?: CallOptions) => Promise<Result<endpoints.Page<SessionRecord>>>
  profiles: (page: number, options?: CallOptions) => Promise<Result<endpoints.Page<ProfileRecord>>>
  cookies: (profileId: string, options?: CallOptions) => Promise<Result<Rows<SourcedCookie>>>
  getFunction: (connectionId: string, role: FunctionRole, options?: CallOptions) => Promise<Result<FunctionRecord>>
  putFunction: (
    connectionId: string,
    role: FunctionRole,
    source: string,
    options?: CallOptions,
  ) => Promise<Result<FunctionRecord>>
  cachePolicy: (headers: CacheHeaders, options?: CallOptions) => Promise<Result<endpoints.OpenAnswer>>
  usage: (options?: CallOptions) => Promise<Result<endpoints.OpenAnswer>>
  serverClock: ServerClock
  limit: () => Limit
  onLimit: (listener: (limit: Limit) => void) => () => void
  /** Ends what waits and what is under way with `cancelled`. */
  dispose: () => void
}

export type ServiceConfig = ClientConfig

/** Composes gate, server clock, client and endpoints for one account. `baseUrl` as `normaliseBaseUrl` answers it. */
export const createService = (config: ServiceConfig): Service => {
  const serverClock = createServerClock(config.clock)
  const gate = createRateGate({ clock: config.clock, serverClock, ...(config.random ? { random: config.random } : {}) })
  const ended = new AbortController()
  const client = createClient(config, gate, serverClock, ended.signal)
  return {
    health: (options) => endpoints.health(client, options),
    replay: (sessionId, options) => endpoints.replay(client, sessionId, options),
    session: (sessionId, options) => endpoints.session(client, sessionId, options),
    sessionSteps: (sessionId, options) => endpoints.sessionSteps(client, sessionId, options),
    sessions: (page, options) => endpoints.sessions(client, page, options),
    profiles: (page, options) => endpoints.profiles(client, page, options),
    cookies: (profileId, options) => endpoints.cookies(client, profileId, options),
    getFunction: (connectionId, role, options) => endpoints.getFunction(client, connectionId, role, options),
    putFunction: (connectionId, role, source, options) =>
      endpoints.putFunction(client, connectionId, role, source, options),
    cachePolicy: (headers, options) => endpoints.cachePolicy(client, config.headerPrefix, headers, options),
    usage: (options) => endpoints.usage(client, options),
    serverClock,
    limit: gate.limit,
    onLimit: gate.onLimit,
    dispose: () => {
      gate.dispose()
      ended.abort()
    },
  }
}
