import { join } from 'node:path'
import type { Settings } from '../contract/models/settings-models.ts'
import type { Result } from '../contract/result.ts'
import { isActive } from '../contract/text/session-failure.ts'
import { createAccounts } from './account/accounts.ts'
import { createActivity } from './activity/activity.ts'
import { createRecentLines } from './activity/recent-lines.ts'
import { createReports } from './activity/report.ts'
import { createRequestLog } from './activity/request-log.ts'
import { createAnalyses } from './analysis-queue/analyses.ts'
import { createThumbnails } from './analysis-queue/thumbnails.ts'
import { createArchive } from './archive/archive.ts'
import { createArchiveEngine } from './archive/worker/archive-engine.ts'
import { createEvents } from './base/event-bus.ts'
import type { Ports } from './base/ports.ts'
import { createCookies } from './cookies/cookies.ts'
import type { SessionLink } from './deep-links.ts'
import { sealPlain } from './functions/seal-plain.ts'
import { createSourceStore } from './functions/source-store.ts'
import { createHandOver } from './hand-over/hand-over.ts'
import { createSettingsChange } from './handlers/app-handlers.ts'
import { createHandlers } from './handlers/handlers.ts'
import { arrivedLink } from './handlers/link-handlers.ts'
import { type Library, openLibrary } from './library/library.ts'
import { createProfiles } from './profiles/profiles.ts'
import { createReplays } from './replay/replays.ts'
import { createPeers } from './service/http/peers.ts'
import { createRecordingCheck } from './workspace/recording-check.ts'
import { createVisibleRecordings } from './workspace/visible-recordings.ts'
import { createWorkspace } from './workspace/workspace.ts'

export type CoreConfig = Ports & {
  platform: string
  demo: boolean
  /** Opened before by the caller, which can wait and show why it is refused; core closes it. */
  library?: Library
  /** File of the archive's thread in a bundle; absent: the source. */
  archiveThread?: string
}
/** What is being written to the disk may take this long when the program ends. */
const ENDING_MS = 3_000

/** For who cannot go on without it, such as tests; the shell opens it first and says why it is refused. */
const openOrThrow = (config: Parameters<typeof openLibrary>[0]): Library => {
  const opened = openLibrary(config)
  if (!opened.ok) throw new Error(opened.problem.message)
  return opened.value
}

/** The only composition root: what the shell, the command line and the benches run on. */
export const createCore = ({
  fetch,
  keychain,
  clock,
  paths,
  log: written,
  version,
  runtime,
  sample,
  trash,
  platform,
  demo,
  library: opened,
  archiveThread,
  onBattery,
}: CoreConfig) => {
  const events = createEvents()
  const { log, recent } = createRecentLines(written, clock)
  const library = opened ?? openOrThrow({ folder: paths.data, clock, log, mayReplace: true })
  const requests = createRequestLog({
    journal: library.journal,
    clock,
    onChange: (news) => events.emit('activity.changed', news),
  })
  const peers = createPeers()
  const accounts = createAccounts({
    store: library.accounts,
    keychain,
    clock,
    log,
    fetch,
    onPeer: peers.heard,
    version,
    journal: requests.record,
    sample,
    onChange: (list) => events.emit('accounts.changed', list),
  })
  library.listen({
    onNotice: (notice) => events.emit('notice', notice),
    onOtherProgram: () => void accounts.changedByOther(),
  })
  const activity = createActivity({
    journal: library.journal,
    account: () => accounts.list().find(({ active }) => active) ?? null,
    clock,
    onCleared: requests.cleared,
  })
  const workspace = createWorkspace({ accounts, library, events, clock, log })
  const profiles = createProfiles({ accounts, library, events, clock, log })
  const cookies = createCookies({ accounts, library, keychain, clock, log, onProfiles: profiles.changed })
  const sources = createSourceStore({ library, keychain, log })
  const sealing = new AbortController()
  library.snapshots.purge() // what was removed could be brought back until now
  const engine = createArchiveEngine({
    clock,
    log,
    peers,
    bytesPerSecond: () => library.settings.get().archiveBytesPerSecond,
    entry: archiveThread,
  })
  const archive = createArchive({
    library,
    account: (accountId) => {
      const account = accounts.list().find(({ id }) => id === accountId)
      const service = accounts.serviceOf(accountId)
      return account && service ? { ...account, service } : null
    },
    accounts: accounts.list,
    engine,
    clock,
    log,
    settings: library.settings.get,
    videosFolder: paths.videos ?? join(paths.data, 'videos'),
    trash: trash ?? null,
    version,
    emit: {
      archive: (changed) => events.emit('archive.changed', changed),
      sessions: (accountId, sessionIds) => events.emit('sessions.changed', { accountId, sessionIds }),
    },
  })
  const thumbnails = createThumbnails({
    folder: join(paths.cache, 'thumbnails'),
    limitBytes: () => library.settings.get().segmentCacheBytes,
    clock,
    log,
  })
  const analyses = createAnalyses({
    library,
    thumbnails,
    clock,
    account: () => accounts.active()?.account.id ?? null,
    onBattery: onBattery ?? (() => false),
    problemOf: (part) => replays.backgroundProblem(part),
    onChange: (status, session) => events.emit('analysis.changed', { status, session }),
    onRow: (accountId, sessionId) => events.emit('sessions.changed', { accountId, sessionIds: [sessionId] }),
    onJobs: () => events.emit('analysis.jobs', null),
  })
  const replays = createReplays({
    clock,
    peers,
    log,
    cacheFolder: paths.cache,
    settings: library.settings.get,
    reservedBytes: thumbnails.knownBytes,
    thumbnail: analyses.thumbnail,
    account: () => {
      const active = accounts.active()
      if (!active) return null
      const { id, baseUrl, signedIn } = active.account
      return { id, baseUrl, signedIn, service: active.service }
    },
    session: (sessionId) => {
      const active = accounts.active()
      return active ? library.sessions.find(active.account.id, sessionId) : null
    },
    archive: { copyOf: archive.archivedOf, file: archive.itemFile },
    onReplay: (replay) => events.emit('replay.changed', replay),
    onFacts: (sessionId, facts) => {
      const active = accounts.active()
      if (!active) return
      library.sessions.setRecordingFacts(active.account.id, sessionId, facts)
      events.emit('sessions.changed', { accountId: active.account.id, sessionIds: [sessionId] })
    },
  })
  const reports = createReports({
    about: { version, runtime, platform },
    library,
    accounts: accounts.list,
    health: workspace.health,
    limit: workspace.limit,
    recentLines: recent,
    folders: () => [
      paths.data,
      paths.cache,
      paths.videos ?? '',
      library.settings.get().archiveFolder,
      archive.folder(),
    ],
    secrets: accounts.secrets,
    clock,
  })

  const checkRecording = createRecordingCheck({ library, events })
  const visible = createVisibleRecordings({
    clock,
    enabled: () => library.settings.get().checkVisible,
    limit: workspace.limit,
    isUnknown: (accountId, sessionId) => {
      if (accounts.active()?.account.id !== accountId) return false
      const row = library.sessions.get(accountId, sessionId)
      return row.ok && row.value.recording === 'unknown' && !isActive(row.value.status)
    },
    check: async (accountId, sessionId, signal) => {
      const service = accounts.serviceOf(accountId)
      return service !== null && (await checkRecording(accountId, sessionId, service, { priority: 'bulk', signal })).ok
    },
  })
  events.on('settings.changed', visible.onSettings)

  requests.onRequest(workspace.onRequest)
  events.on('accounts.changed', workspace.onAccounts)
  events.on('accounts.changed', replays.onAccounts)
  events.on('accounts.changed', archive.accountsChanged)
  events.on('accounts.changed', profiles.accountsChanged)
  events.on('accounts.changed', cookies.accountsChanged)
  events.on('sessions.changed', ({ accountId }) => archive.sessionsChanged(accountId))
  events.on('replay.changed', archive.replayChanged)
  events.on('replay.changed', analyses.onReplay)
  events.on('accounts.changed', analyses.onAccounts)
  events.on('archive.changed', analyses.onConditions)
  events.on('settings.changed', analyses.onConditions)
  events.on('sessions.changed', ({ sessionIds }) => analyses.onSessions(sessionIds))
  events.on('settings.changed', engine.settingsChanged)
  events.on('settings.changed', archive.settingsChanged)
  events.on('settings.changed', replays.onSettings)

  let ending: Promise<void> | null = null
  let ended = false

  const end = async (): Promise<void> => {
    visible.dispose()
    workspace.dispose()
    requests.dispose()
    analyses.dispose()
    profiles.dispose()
    cookies.dispose()
    sealing.abort()
    const archived = archive.dispose() // before its accounts end: what runs ends as interrupted, not as failed
    accounts.dispose()
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(ENDING_MS, resolve)
    await Promise.race([
      Promise.allSettled([replays.dispose(), thumbnails.idle(), sample.stop(), archived, library.idle()]),
      late,
    ])
    cancel()
    await engine.dispose()
    library.plainSources.erase()
    library.close()
    ended = true
  }

  const handOver = createHandOver({ accounts, library, events, clock })
  const changeSettings = createSettingsChange({ library, events })
  const handlers = createHandlers({
    about: { version, runtime, platform, demo },
    caches: [replays.cache, { ...thumbnails, clear: () => thumbnails.clear().finally(analyses.cacheCleared) }],
    accounts,
    activity,
    analyses,
    archive,
    changeSettings,
    clock,
    checkRecording,
    cookies,
    events,
    handOver,
    library,
    profiles,
    replays,
    reports,
    sources,
    visible,
    workspace,
  })

  return {
    handlers,
    gateway: replays.gateway,
    /** For what the shell adds: reveal, open, import. Paths never go to the page. */
    archive: {
      itemFile: archive.itemFile,
      importFolder: archive.importFolder,
      folder: archive.folder,
      /** Where new recordings go: for what a person selected in a dialog. */
      setFolder: (archiveFolder: string): Promise<Result<Settings>> =>
        library.write(() => changeSettings({ archiveFolder })),
      isArchived: archive.isArchived,
    },
    /** For what the shell adds: clipboard and files. Values never go to the page this way. */
    cookies: cookies.forShell,
    /** For what the shell writes where the person says. */
    activity: { exportLines: activity.exportLines, reportText: reports.text },
    /** For what the shell writes and reads where the person says. */
    handOver: { begin: handOver.begin, open: handOver.open },
    /** Also keeps the last warnings and errors for a problem report. */
    log,
    onAnyEvent: events.onAny,
    settings: (): Settings => library.settings.get(),
    /** Reads the keychain and begins to talk to the active account's service; never needed for the first paint. */
    start: (): void => {
      void accounts.restore()
      archive.start()
      analyses.begin()
      void sealPlain(sources, library, sealing.signal)
      workspace.onAccounts() // its requests wait for the token; without one the server is watched all the same
    },
    /** After sleep timers are late and links may have expired. */
    onWake: (): void => {
      replays.onWake()
      archive.onWake()
      void workspace.checkHealth()
    },
    /** Tells the page of a `replaydesk://` link; the page opens it when that interrupts nothing. */
    linkArrived: (link: SessionLink): void => events.emit('link.arrived', arrivedLink(link, accounts.list())),
    /** True once everything has ended. */
    disposed: (): boolean => ended,
    /** Ends every request and timer and closes the database, within a few seconds. Safe to call twice. */
    dispose: (): Promise<void> => {
      ending ??= end()
      return ending
    },
  }
}
