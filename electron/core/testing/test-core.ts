import { join } from 'node:path'
import type { EventName } from '../../contract/events.ts'
import { createSampleWorkspace } from '../../sample/sample-workspace.ts'
import { noKeychain } from '../account/testing/test-keychain.ts'
import { createClock } from '../base/clock.ts'
import { type CoreConfig, createCore } from '../core.ts'
import { quietLog } from '../library/testing/test-library.ts'

export const sampleFolder = join(import.meta.dirname, '../../../assets/sample')

/** All of core in `folder`, with the real network and clock and without a keychain, and what it tells. */
export const openTestCore = (folder: string, config: Partial<CoreConfig> = {}) => {
  const log = quietLog()
  const events: [EventName, unknown][] = []
  const core = createCore({
    fetch,
    keychain: noKeychain(),
    clock: createClock(),
    paths: { data: folder, cache: join(folder, 'cache') },
    log,
    version: '1.2.3',
    runtime: 'electron',
    sample: createSampleWorkspace(sampleFolder),
    platform: 'linux',
    demo: false,
    ...config,
  })
  core.onAnyEvent((name, payload) => void events.push([name, payload]))
  return { core, log, events, ask: core.handlers }
}
