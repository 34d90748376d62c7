import type { Settings } from '../../contract/models/settings-models.ts'
import type { appOperations } from '../../contract/operations/app-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Library } from '../library/library.ts'
import type { createWorkspace } from '../workspace/workspace.ts'

type Parts = {
  about: { version: string; runtime: 'electron' | 'chromium-host'; platform: string; demo: boolean }
  library: Library
  /** What counts as the cache on disk. */
  caches: { bytes: () => Promise<number>; clear: () => Promise<number> }[]
  workspace: ReturnType<typeof createWorkspace>
  events: ReturnType<typeof createEvents>
}
type HandlerParts = Omit<Parts, 'events'> & { changeSettings: ReturnType<typeof createSettingsChange> }

/** Stores settings and reports them; the archive's folder comes this way from main's dialog alone. */
export const createSettingsChange =
  ({ library, events }: Pick<Parts, 'library' | 'events'>) =>
  (patch: Partial<Settings>): Result<Settings> => {
    const result = library.settings.set(patch)
    if (result.ok) events.emit('settings.changed', result.value)
    return result
  }

const sumOf = async (figures: Promise<number>[]): Promise<number> =>
  (await Promise.all(figures)).reduce((sum, one) => sum + one, 0)

export const appHandlers = ({
  about,
  library,
  caches,
  workspace,
  changeSettings,
}: HandlerParts): HandlersOf<typeof appOperations> => ({
  'app.info': async () => ok({ ...about, notices: library.notices.list() }),
  'app.dismissNotice': async ({ id }) => {
    library.notices.dismiss(id)
    return ok(undefined)
  },
  'settings.get': async () => ok(library.settings.get()),
  'settings.set': async (patch) => changeSettings(patch),
  'cache.usage': async () => ok({ bytes: await sumOf(caches.map(({ bytes }) => bytes())) }),
  'cache.clear': async () => ok({ freedBytes: await sumOf(caches.map(({ clear }) => clear())) }),
  'health.get': async () => ok(workspace.health()),
  'health.check': async () => ok(await workspace.checkHealth()),
  'limit.get': async () => ok(workspace.limit()),
})
