import type { Clock, Log } from '../../base/ports.ts'
import type { Peers } from '../../service/http/peers.ts'
import type { Engine } from '../engine-port.ts'
import { createEngineClient } from './engine-client.ts'

export type ArchiveEngine = Engine & {
  /** The speed limit may have changed. */
  settingsChanged: () => void
  dispose: () => Promise<void>
}

type Config = {
  clock: Clock
  log: Log
  /** Bytes per second of all transfers together; 0 is no limit. */
  bytesPerSecond: () => number
  /** Who really answered for the service (P20). */
  peers?: Pick<Peers, 'reach'>
  /** File of the bundled thread; absent: the source. */
  entry?: string | undefined
}

/**
 * The engine of the program: in a thread of its own, and in this one where no thread can run, so that archiving works
 * all the same.
 */
export const createArchiveEngine = (config: Config): ArchiveEngine => {
  let local: (Engine & { dispose: () => void }) | null = null
  const client = createEngineClient({
    ...config,
    onUnable: () => {
      config.log.error('archive: the thread cannot run here; archiving goes on in the main one')
      void import('../local-engine.ts').then(({ createEngine }) => {
        local = createEngine(config)
      })
    },
  })
  const now = (): Engine => local ?? client
  return {
    createLinks: client.createLinks,
    claim: client.claim,
    fetchMp4: (request) => now().fetchMp4(request),
    exportHls: (request) => now().exportHls(request),
    kept: (folder) => now().kept(folder),
    files: {
      ...client.files,
      verifyMp4: (request) => now().files.verifyMp4(request),
      recheckFile: (request) => now().files.recheckFile(request),
      findMoved: (...request) => now().files.findMoved(...request),
      importFolder: (request) => now().files.importFolder(request),
    },
    settingsChanged: client.settingsChanged,
    dispose: async () => {
      local?.dispose()
      await client.dispose()
    },
  }
}
