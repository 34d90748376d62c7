import { parentPort } from 'node:worker_threads'
import { serveEngine } from './serve-engine.ts'

// The engine's thread: transfer, export, hashing and reading back, outside of the loop that answers the page.
if (!parentPort) throw new Error('This file runs in a worker thread.')
serveEngine(parentPort)
