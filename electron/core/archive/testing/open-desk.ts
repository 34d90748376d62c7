import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveState } from '../../../contract/constants/archive-constants.ts'
import type { Events } from '../../../contract/events.ts'
import type { ArchiveItem, ArchivePage } from '../../../contract/models/archive-models.ts'
import type { Settings } from '../../../contract/models/settings-models.ts'
import { fail } from '../../../contract/result.ts'
import { createSampleWorkspace } from '../../../sample/sample-workspace.ts'
import { createClock } from '../../base/clock.ts'
import { until } from '../../base/testing/test-clock.ts'
import { createCore } from '../../core.ts'
import { quietLog, unwrap } from '../../library/testing/test-library.ts'

const noKeychain = async () => fail('keychain', 'There is no keychain here.')
export const sampleFolder = join(import.meta.dirname, '../../../../assets/sample')

/** All of core in `folder`, with the archive in `folder/archive` and a trash that is a folder. */
export const openDesk = (folder: string, settings: Partial<Settings> = {}) => {
  const told: Events['archive.changed'][] = []
  const replays: Events['replay.changed'][] = []
  const log = quietLog()
  const trashed: string[] = []
  const core = createCore({
    fetch,
    keychain: { read: noKeychain, write: noKeychain, remove: noKeychain },
    clock: createClock(),
    paths: { data: join(folder, 'data'), cache: join(folder, 'cache'), videos: folder },
    trash: async (path) => {
      trashed.push(path)
      await rename(path, `${path}.trashed-${trashed.length}`)
    },
    log,
    version: '1.2.3',
    runtime: 'electron',
    sample: createSampleWorkspace(sampleFolder),
    platform: 'linux',
    demo: false,
  })
  core.onAnyEvent((name, payload) => {
    if (name === 'archive.changed') told.push(payload as Events['archive.changed'])
    if (name === 'replay.changed') replays.push(payload as Events['replay.changed'])
  })
  const ask = core.handlers
  const page = async (): Promise<ArchivePage> =>
    unwrap(await ask['archive.query']({ text: '', states: [], sort: 'added', direction: 'asc', offset: 0, limit: 500 }))
  const itemOf = async (sessionId: string): Promise<ArchiveItem> => {
    const found = (await page()).rows.find((row) => row.sessionId === sessionId)
    if (!found) throw new Error(`no item of ${sessionId}`)
    return found
  }
  const untilState = async (sessionId: string, ...states: ArchiveState[]): Promise<ArchiveItem> => {
    let item: ArchiveItem | null = null
    const look = async (): Promise<void> => {
      item = await itemOf(sessionId).catch(() => null)
    }
    await until(
      () => {
        void look()
        return item !== null && states.includes(item.state)
      },
      `${states.join(' or ')} of ${sessionId}`,
    )
    return itemOf(sessionId)
  }
  return {
    core,
    ask,
    told,
    replays,
    log,
    trashed,
    page,
    itemOf,
    untilState,
    folder: join(folder, 'Replay Desk'),
    begin: async (baseUrl: string, key: string): Promise<void> => {
      const { archiveFolder, ...rest } = settings
      unwrap(await ask['settings.set'](rest))
      if (archiveFolder !== undefined) unwrap(await core.archive.setFolder(archiveFolder))
      unwrap(await ask['accounts.connect']({ baseUrl, credentials: { method: 'key', key } }))
      core.start()
    },
    add: async (...sessionIds: string[]) => unwrap(await ask['archive.add']({ sessionIds })),
  }
}
