/** The names alone, without zod, so that the preload can carry them at run time. */
export const OPERATION_NAMES = [
  'app.info',
  'app.dismissNotice',
  'settings.get',
  'settings.set',
  'cache.usage',
  'cache.clear',
  'accounts.list',
  'accounts.test',
  'accounts.connect',
  'accounts.openSample',
  'accounts.signIn',
  'accounts.activate',
  'accounts.update',
  'accounts.remove',
  'health.get',
  'health.check',
  'limit.get',
  'sessions.query',
  'sessions.get',
  'sessions.neighbours',
  'sessions.learn',
  'sessions.sync',
  'sessions.cancelSync',
  'sessions.syncState',
  'sessions.addIds',
  'sessions.forget',
  'sessions.review',
  'marks.list',
  'marks.add',
  'marks.update',
  'marks.remove',
  'replay.open',
  'replay.close',
  'replay.renew',
  'replay.poll',
  'replay.stopPolling',
  'replay.position',
  'replay.recheck',
  'frame.save',
  'link.copyText',
] as const
export type OperationName = (typeof OPERATION_NAMES)[number]

export const EVENT_NAMES = [
  'accounts.changed',
  'sessions.changed',
  'sync.changed',
  'replay.changed',
  'limit.changed',
  'health.changed',
  'settings.changed',
  'notice',
  'link.opened',
  'command',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** The two IPC channels: everything else is a name inside them. */
export const INVOKE_CHANNEL = 'desk:invoke'
export const EVENT_CHANNEL = 'desk:event'
