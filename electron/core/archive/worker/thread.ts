import { Worker } from 'node:worker_threads'
import { trustedWithSystem } from '../../certificates/system-roots.ts'
import type { Port, ThreadData } from './engine-messages.ts'

/** A thread as the client uses it; a test passes one that crashes. */
export type Thread = Port & {
  onEnd: (ended: (error: unknown) => void) => void
  terminate: () => Promise<unknown>
  /** Whether the process stays for it. */
  ref: () => void
  unref: () => void
}

/** MiB of objects; buffers are apart. Beyond it the thread ends, not the program. */
const HEAP_MIB = 1_024
/**
 * MiB of young objects, three semi-spaces of 4 MiB. V8's own 48 MiB make an export no faster and only put the collection
 * of small buffers off.
 */
const YOUNG_MIB = 12

export const startThread = (entry: string): Thread => {
  const workerData: ThreadData = { trusted: trustedWithSystem() }
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB }
  const worker = new Worker(entry, { name: 'archive', workerData, resourceLimits })
  return {
    postMessage: (message) => worker.postMessage(message),
    on: (name, heard) => worker.on(name, heard),
    onEnd: (ended) => {
      let fault: unknown = null
      worker.on('error', (error) => {
        fault = error
      })
      worker.on('exit', () => ended(fault))
    },
    terminate: () => worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  }
}
