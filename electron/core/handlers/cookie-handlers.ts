import type { Handlers } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'

type Names =
  | 'cookies.read'
  | 'cookies.lastRead'
  | 'cookies.openSnapshot'
  | 'cookies.reveal'
  | 'cookies.exportPreview'
  | 'snapshots.list'
  | 'snapshots.keep'
  | 'snapshots.update'
  | 'snapshots.remove'
  | 'snapshots.restore'
  | 'snapshots.compare'
  | 'snapshots.hints'

const notYet = async () => fail('internal', 'Not built yet.')

export const cookieHandlers = (): Handlers<Names> => ({
  'cookies.read': notYet,
  'cookies.lastRead': notYet,
  'cookies.openSnapshot': notYet,
  'cookies.reveal': notYet,
  'cookies.exportPreview': notYet,
  'snapshots.list': notYet,
  'snapshots.keep': notYet,
  'snapshots.update': notYet,
  'snapshots.remove': notYet,
  'snapshots.restore': notYet,
  'snapshots.compare': notYet,
  'snapshots.hints': notYet,
})
