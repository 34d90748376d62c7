import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Prism loads its document and its schema tools first: about two seconds, more where others build beside it. */
const READY_MS = 30_000

const CLI = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))

export type Prism = {
  /** Without a trailing slash. */
  url: string
  /** From spawning to "Prism is listening". */
  startMs: number
  /** Its output so far. */
  log: () => string
  stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Starts Stoplight Prism on loopback: violations of the document become answers of its own (`--errors`). With `upstream`
 * it is a proxy for that service and checks its answers too, else it answers from the document. Nothing of the
 * environment but PATH goes along, so that no proxy setting redirects it; it opens no connection by itself.
 */
export const startPrism = async (document: string, upstream?: string): Promise<Prism> => {
  const port = await freePort()
  const mode = upstream === undefined ? ['mock', document] : ['proxy', document, upstream]
  const args = [CLI, ...mode, '--errors', '--host', '127.0.0.1', '--port', String(port)]
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Prism is listening')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    void gone.then(() => reject(new Error(`Prism ended: ${said}`)))
    setTimeout(() => reject(new Error(`Prism was not ready in time: ${said}`)), READY_MS).unref()
  })
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, startMs: Math.round(performance.now() - began), log: () => said, stop }
}
