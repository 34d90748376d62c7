import { createFiles } from '../../core/archive/files/files.ts'
import type { Engine } from '../../core/archive/queue/engine.ts'
import { exportHls } from '../../core/archive/remux/export-hls.ts'
import { fetchMp4 } from '../../core/archive/transfer/fetch-mp4.ts'
import { createLinks } from '../../core/archive/transfer/links.ts'
import { createThrottle } from '../../core/archive/transfer/throttle.ts'
import { createFollow } from '../../core/replay/storage/follow.ts'
import { createOpenObject, DEFAULT_TIMING } from '../../core/replay/storage/open.ts'
import { serviceReach, systemResolve } from '../../core/replay/storage/resolver.ts'
import { createTransport } from '../../core/replay/storage/transport.ts'
import { clock } from '../environment.ts'

/** Transfer, export and files as the desktop program's queue runs them, for one service. */
export const createEngine = (baseUrl: string, bytesPerSecond: number): Engine & { dispose: () => void } => {
  const { transport, dispose } = createTransport({
    clock,
    resolve: systemResolve,
    headTimeoutMs: DEFAULT_TIMING.headTimeoutMs,
    service: () => serviceReach(baseUrl, systemResolve),
  })
  const followed = createFollow(transport)
  const line = {
    transport: followed,
    openObject: createOpenObject({ transport: followed, clock, timing: DEFAULT_TIMING }),
  }
  return {
    createLinks,
    fetchMp4,
    exportHls,
    files: createFiles(),
    throttle: createThrottle({ clock, bytesPerSecond: () => bytesPerSecond }),
    lineOf: () => line,
    dispose,
  }
}
