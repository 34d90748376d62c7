import { parentPort, workerData } from 'node:worker_threads'
import { adoptTrusted } from '../../certificates/system-roots.ts'
import { threadDataModel } from './engine-messages.ts'
import { serveEngine } from './serve-engine.ts'

// The engine's thread: transfer, export, hashing and reading back, outside of the loop that answers the page.
if (!parentPort) throw new Error('This file runs in a worker thread.')
const { trusted } = threadDataModel.parse(workerData)
if (trusted) adoptTrusted(trusted)
serveEngine(parentPort)
