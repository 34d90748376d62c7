import { join } from 'node:path'
import type { Replay } from '../../contract/models/replay-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { RecordingFacts } from '../library/sessions/sessions-table.ts'
import { createFollow } from '../media/storage/follow.ts'
import { readText } from '../media/storage/object-text.ts'
import { createOpenObject, DEFAULT_TIMING, type Timing } from '../media/storage/open-object.ts'
import { type Resolve, serviceReach, systemResolve } from '../media/storage/resolver.ts'
import { createTransport, type Transport } from '../media/storage/storage-transport.ts'
import type { Peers } from '../service/http/peers.ts'
import type { Service } from '../service/service.ts'
import { createSegmentCache } from './cache/segment-cache.ts'
import { scopeName } from './cache/segment-files.ts'
import { createSharedBodies } from './cache/shared-bodies.ts'
import { createGateway } from './gateway/gateway.ts'
import { type ArchivedCopy, archivedReplay } from './session/archived-replay.ts'
import { measureLengths } from './session/measure-lengths.ts'
import type { SessionFacts } from './session/phases.ts'
import { createReplaySession, type ReplaySession } from './session/replay-session.ts'

type ActiveAccount = {
  id: string
  baseUrl: string
  /** Absent: unknown. */
  signedIn?: boolean
  service: Pick<Service, 'replay' | 'serverClock'>
}

export type ReplaysConfig = {
  clock: Clock
  log: Log
  /** Folder that may be emptied at any time; segments go into a folder of their own in it. */
  cacheFolder: string
  /** Read at every use. */
  settings: () => { leaseLeadS: number; segmentCacheBytes: number }
  /** Bytes of the cache's limit that something else takes. */
  reservedBytes?: () => number
  /** The active account. The base URL decides whether storage on this computer or network is allowed (P20). */
  account: () => ActiveAccount | null
  session: (sessionId: string) => SessionFacts | null
  /** The archived copy of a session and its file, checked to lie in the archive. Absent: there is no archive. */
  archive?: {
    copyOf: (accountId: string, sessionId: string) => Promise<ArchivedCopy | null>
    file: (id: string) => Promise<Result<string>>
  }
  /** Who really answered for the service; absent: a name counts as public (P20). */
  peers?: Pick<Peers, 'reach'>
  onReplay: (replay: Replay) => void
  onFacts: (sessionId: string, facts: RecordingFacts) => void
  /** A thumbnail of the analysis, as WebP. Absent: there are none. */
  thumbnail?: (sessionId: string, key: string, index: number | 'end') => Promise<Uint8Array | null>
  /** For tests: shorter waits, another name server, a faulty connection. */
  timing?: Timing
  resolve?: Resolve
  transport?: (real: Transport) => Transport
}

/** The replays of the active account: leases, playlists and the media gateway, composed once. */
export const createReplays = (config: ReplaysConfig) => {
  const { clock, log } = config
  const timing = config.timing ?? DEFAULT_TIMING
  const resolve = config.resolve ?? systemResolve
  const sessions = new Map<string, ReplaySession>()
  let signedIn = true

  const connections = createTransport({
    clock,
    resolve,
    headTimeoutMs: timing.headTimeoutMs,
    service: () => serviceReach(config.account()?.baseUrl ?? '', config.peers),
  })
  const transport = createFollow(config.transport ? config.transport(connections.transport) : connections.transport)
  const openObject = createOpenObject({ transport, clock, timing })
  const cache = createSegmentCache({
    folder: join(config.cacheFolder, 'segments'),
    limit: () => Math.max(0, config.settings().segmentCacheBytes - (config.reservedBytes?.() ?? 0)),
    clock,
    log,
  })
  const gateway = createGateway({
    openObject,
    cache,
    shared: createSharedBodies(),
    log,
    clock,
    replay: (sessionId) => sessions.get(sessionId)?.served ?? null,
    ...(config.archive ? { archivedFile: config.archive.file } : {}),
    ...(config.thumbnail ? { thumbnail: config.thumbnail } : {}),
  })
  /** Replays of the archive that are open, by session: they have no lease and make no request. */
  const offline = new Map<string, Replay>()
  /** How often the page left a session: an opening that waits for the disk must notice. */
  const left = new Map<string, number>()

  const close = (sessionId: string): void => {
    sessions.get(sessionId)?.close()
    sessions.delete(sessionId)
    offline.delete(sessionId)
  }
  const closeAll = (): void => {
    for (const sessionId of [...sessions.keys(), ...offline.keys()]) close(sessionId)
  }

  /** The archived copy, when there is one: it is preferred also online, since it costs no request. */
  const ownCopy = async (accountId: string, sessionId: string): Promise<ArchivedCopy | null> => {
    const copy = (await config.archive?.copyOf(accountId, sessionId)) ?? null
    return copy?.imported ? null : copy // what a folder says comes after the service
  }
  const openCopy = async (accountId: string, sessionId: string, known?: ArchivedCopy): Promise<Replay | null> => {
    const copy = known ?? (await ownCopy(accountId, sessionId))
    if (!copy || config.account()?.id !== accountId) return null
    const replay = archivedReplay(accountId, sessionId, copy, config.session(sessionId))
    sessions.get(sessionId)?.close()
    sessions.delete(sessionId)
    offline.set(sessionId, replay)
    return replay
  }
  /** A replay whose links expire continues with the copy that was archived meanwhile. */
  const onReplay = (replay: Replay): void => {
    config.onReplay(replay)
    if (!config.archive || replay.phase.kind !== 'unavailable') return
    const { accountId, sessionId } = replay
    void openCopyOf(sessions.get(sessionId), accountId, sessionId)
  }
  const openCopyOf = async (session: ReplaySession | undefined, accountId: string, sessionId: string) => {
    const copy = (await config.archive?.copyOf(accountId, sessionId)) ?? null
    if (!copy || !session || sessions.get(sessionId) !== session) return // closed or reopened meanwhile
    const replay = await openCopy(accountId, sessionId, copy)
    if (replay) config.onReplay(replay)
  }

  const create = (sessionId: string, account: ActiveAccount): ReplaySession => {
    // A new sign-in brings a new service object; its clock counts from then on.
    const service = () => {
      const active = config.account()
      return active?.id === account.id ? active.service : null
    }
    const serverClock = () => (service() ?? account.service).serverClock
    return createReplaySession({
      accountId: account.id,
      sessionId,
      scope: scopeName(account.id, sessionId),
      clock,
      log,
      serverClock: { now: () => serverClock().now(), toLocal: (time) => serverClock().toLocal(time) },
      leadMs: () => config.settings().leaseLeadS * 1000,
      service,
      session: () => config.session(sessionId),
      loadText: (url, signal) => readText(openObject, url, signal),
      measure: (list, signal) => measureLengths(openObject, list, signal),
      onReplay,
      onFacts: (facts) => config.onFacts(sessionId, facts),
    })
  }

  const withSession = async (
    sessionId: string,
    run: (session: ReplaySession) => Result<Replay> | Promise<Result<Replay>>,
  ): Promise<Result<Replay>> => {
    const session = sessions.get(sessionId)
    const copy = offline.get(sessionId)
    if (copy) return ok(copy)
    return session ? run(session) : fail('not-found', 'This replay is not open.', { next: 'Open it again.' })
  }

  /** Opens the lease, or answers the state of one that is open. Fails only without an account. */
  const open = async (sessionId: string): Promise<Result<Replay>> => {
    const account = config.account()
    if (!account) return fail('signed-out', 'No account is signed in.', { next: 'Connect to a service.' })
    let session = sessions.get(sessionId)
    if (!session || session.accountId !== account.id) {
      const known = offline.get(sessionId)
      const before = left.get(sessionId)
      const copy = known?.accountId === account.id ? known : await openCopy(account.id, sessionId)
      if (left.get(sessionId) !== before || config.account()?.id !== account.id) {
        offline.delete(sessionId)
        return fail('cancelled', 'The replay was closed while it was loading.')
      }
      if (copy) return ok(copy)
      session = sessions.get(sessionId) // another call may have opened it meanwhile
    }
    if (session?.accountId !== account.id) {
      close(sessionId)
      session = create(sessionId, account)
      sessions.set(sessionId, session)
    }
    return session.open()
  }

  return {
    /** Opens the archived copy or the lease, or answers the state of what is open. */
    open,
    close: (sessionId: string): void => {
      left.set(sessionId, (left.get(sessionId) ?? 0) + 1)
      close(sessionId)
    },
    renew: (sessionId: string) => withSession(sessionId, (session) => session.renew()),
    poll: (sessionId: string) => withSession(sessionId, (session) => session.poll()),
    stopPolling: (sessionId: string) => withSession(sessionId, (session) => session.stopPolling()),
    /** Drops the cached record and segments of the recording, and fetches the record again. */
    recheck: async (sessionId: string): Promise<Result<Replay>> => {
      if (offline.delete(sessionId)) return open(sessionId) // its file may be gone: then the service is asked
      return withSession(sessionId, async (session) => {
        await cache.forget(scopeName(session.accountId, sessionId))
        return session.recheck()
      })
    },
    /** Media for the page, or a network error. */
    gateway: gateway.answer,
    mediaProblem: gateway.problemOf,
    backgroundProblem: gateway.backgroundProblemOf,
    /** Bytes on disk, and how to free them. */
    cache: { bytes: cache.bytes, clear: cache.clear },
    closeAll,
    /** Closes what belongs to another account, and wakes what waited for a sign-in. */
    onAccounts: (): void => {
      const account = config.account()
      // Only the step from signed out to signed in counts: a 401 changes the account too, and must not loop.
      const back = !signedIn && account?.signedIn === true
      signedIn = account?.signedIn ?? true
      for (const [sessionId, session] of [...sessions]) {
        if (session.accountId !== account?.id) close(sessionId)
        else if (back) session.onWake()
      }
      for (const [sessionId, replay] of [...offline]) if (replay.accountId !== account?.id) offline.delete(sessionId)
    },
    /** The lead time may have changed; the size limit is read at every use. */
    onSettings: (): void => {
      for (const session of sessions.values()) session.onSettings()
    },
    /** After sleep timers are late and links may have expired (X08). */
    onWake: (): void => {
      for (const session of sessions.values()) session.onWake()
    },
    dispose: async (): Promise<void> => {
      closeAll()
      connections.dispose()
      await cache.idle()
    },
  }
}
