import type { Clock } from '../base/ports.ts'
import { createFollow } from '../media/storage/follow.ts'
import { createOpenObject, DEFAULT_TIMING, type Timing } from '../media/storage/open-object.ts'
import { type Resolve, serviceReach, systemResolve } from '../media/storage/resolver.ts'
import { createTransport, type Transport } from '../media/storage/storage-transport.ts'
import type { Peers } from '../service/http/peers.ts'
import type { StorageAccess } from './archive-types.ts'
import { takeClaim } from './claims/claims.ts'
import { createKeptPairs, type KeptPairs } from './claims/kept-pairs.ts'
import type { Engine } from './engine-port.ts'
import { createFiles } from './files/archive-files.ts'
import { fetchMp4With } from './transfer/fetch-mp4.ts'
import { createLinks } from './transfer/links.ts'
import { createThrottle } from './transfer/speed-limit.ts'

type EngineConfig = {
  clock: Clock
  /** Bytes per second of all transfers together; 0 is no limit. */
  bytesPerSecond: () => number
  /** Who really answered for the service; absent: a name counts as public (P20). */
  peers?: Pick<Peers, 'reach'>
  /** For tests: shorter waits, another name server, a faulty storage. */
  timing?: Timing
  resolve?: Resolve
  transport?: (real: Transport) => Transport
}

/** The parts of the archive, composed in this thread. Connections are kept per service, whose reach decides on addresses (P20). */
export const createEngine = (config: EngineConfig): Engine & { dispose: () => void } => {
  const { clock } = config
  const timing = config.timing ?? DEFAULT_TIMING
  const resolve = config.resolve ?? systemResolve
  const kept = new Map<string, KeptPairs>()
  const storages = new Map<string, StorageAccess & { dispose: () => void }>()

  const open = (baseUrl: string): StorageAccess & { dispose: () => void } => {
    const service = () => serviceReach(baseUrl, config.peers)
    const storage = createTransport({ clock, resolve, headTimeoutMs: timing.headTimeoutMs, service })
    const transport = createFollow(config.transport ? config.transport(storage.transport) : storage.transport)
    return { transport, openObject: createOpenObject({ transport, clock, timing }), dispose: storage.dispose }
  }

  const throttle = createThrottle({ clock, bytesPerSecond: config.bytesPerSecond })
  const supplied = (baseUrl: string) => {
    const storage = storages.get(baseUrl) ?? open(baseUrl)
    storages.set(baseUrl, storage)
    return { openObject: storage.openObject, transport: storage.transport, throttle, clock }
  }

  return {
    createLinks,
    fetchMp4: ({ baseUrl, ...request }) => fetchMp4With({ ...request, ...supplied(baseUrl) }, { timing }),
    // Loaded when the first playlist is exported: the muxer is large, and most recordings never need it.
    exportHls: async ({ baseUrl, ...request }) =>
      (await import('./remux/export-hls.ts')).exportHls({ ...request, ...supplied(baseUrl) }),
    files: createFiles(),
    claim: takeClaim,
    kept: (folder) => {
      const pairs = kept.get(folder) ?? createKeptPairs(folder)
      kept.set(folder, pairs)
      return pairs
    },
    dispose: () => {
      for (const storage of storages.values()) storage.dispose()
    },
  }
}
