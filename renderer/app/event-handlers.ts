import type { QueryClient } from '@tanstack/react-query'
import type { Events } from '../../electron/contract/events.ts'
import type { Account } from '../../electron/contract/models/account-models.ts'
import type { OperationName } from '../../electron/contract/operations.ts'
import { onEvent } from '../bridge.ts'
import { TOTALS_ONLY } from './status/status-text.ts'

/** Everything that belongs to the active account and is void when another becomes active. */
const ofAccount: readonly OperationName[] = [
  'sessions.query',
  'sessions.values',
  'sessions.groups',
  'views.list',
  'views.counts',
  'sessions.get',
  'sessions.neighbours',
  'sessions.unchecked',
  'sessions.steps',
  'sessions.syncState',
  'marks.list',
  'replay.open',
  'health.get',
  'limit.get',
  'analysis.get',
  'analysis.status',
  'archive.rules',
  'profiles.list',
  'cookies.lastRead',
  'snapshots.list',
  'snapshots.hints',
  'functions.recent',
  'functions.open',
  'activity.query',
  'limit.history',
  'health.history',
  'usage.get',
]

const activeId = (accounts: readonly Account[] | undefined): string | null =>
  accounts?.find((account) => account.active)?.id ?? null

/** Runs at once, then at most once per `ms`, and always once after the last call. */
export const paced = (run: () => void, ms: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  let again = false
  const open = () => {
    timer = setTimeout(() => {
      timer = null
      if (!again) return
      again = false
      run()
      open()
    }, ms)
  }
  return () => {
    if (timer !== null) {
      again = true
      return
    }
    run()
    open()
  }
}

type Listeners = {
  onNotice: (notice: Events['notice']) => void
  onLink: (link: Events['link.arrived']) => void
  onCommand: (command: Events['command']['name']) => void
}

/** The one place where events of main reach the query cache. Answers the function that ends it. */
export const subscribeEvents = (client: QueryClient, listeners: Listeners): (() => void) => {
  const put = <N extends OperationName>(name: N, input: unknown, value: unknown) =>
    client.setQueryData([name, input], value)
  const askAgain = paced(() => {
    for (const name of ['sessions.query', 'sessions.neighbours', 'sessions.unchecked', 'sessions.groups'] as const)
      void client.invalidateQueries({ queryKey: [name] })
  }, 500)
  // Each view is a walk over all sessions.
  const countAgain = paced(() => void client.invalidateQueries({ queryKey: ['views.counts'] }), 3_000)
  const limitAgain = paced(() => {
    for (const name of ['limit.history', 'limit.plan']) void client.invalidateQueries({ queryKey: [name] })
  }, 2_000)
  const stops = [
    onEvent('accounts.changed', (accounts) => {
      const before = activeId(client.getQueryData(['accounts.list', undefined]))
      put('accounts.list', undefined, accounts)
      if (before === activeId(accounts)) return
      for (const name of ofAccount) void client.resetQueries({ queryKey: [name] })
    }),
    onEvent('sessions.changed', ({ sessionIds }) => {
      askAgain()
      countAgain()
      if (sessionIds === null) void client.invalidateQueries({ queryKey: ['sessions.get'] })
      else
        for (const sessionId of sessionIds) void client.invalidateQueries({ queryKey: ['sessions.get', { sessionId }] })
    }),
    onEvent('sync.changed', (state) => put('sessions.syncState', undefined, state)),
    onEvent('replay.changed', (replay) => put('replay.open', { sessionId: replay.sessionId }, replay)),
    onEvent('analysis.changed', ({ status, session }) => {
      put('analysis.status', undefined, status)
      if (session) void client.invalidateQueries({ queryKey: ['analysis.get', { sessionId: session.sessionId }] })
    }),
    onEvent('archive.changed', ({ totals }) =>
      put('archive.query', TOTALS_ONLY, { rows: [], total: totals.items, totals }),
    ),
    onEvent('limit.changed', (limit) => {
      put('limit.get', undefined, limit)
      limitAgain()
    }),
    onEvent('health.changed', (health) => {
      put('health.get', undefined, health)
      void client.invalidateQueries({ queryKey: ['health.history'] })
    }),
    onEvent('settings.changed', (settings) => put('settings.get', undefined, settings)),
    onEvent('profiles.changed', (list) => put('profiles.list', undefined, list)),
    onEvent('notice', listeners.onNotice),
    onEvent('link.arrived', listeners.onLink),
    onEvent('command', ({ name }) => listeners.onCommand(name)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
