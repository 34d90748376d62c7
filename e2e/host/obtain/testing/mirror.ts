import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { electronProgram } from '../electron-binary.ts'

export const VERSION = '45.5.0'
const FILE = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`
/** About the share of the archive that one chunk of a slow mirror brings. */
const SIZE = 60_000

/** A zip archive of stored files, each executable for everybody. */
const zipOf = (files: Record<string, Buffer>): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, data] of Object.entries(files)) {
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version needed
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((0o100755 << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, name]))
    bodies.push(body)
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, index, Buffer.from('PK\x05\x06'), end])
}

export const ARCHIVE = zipOf({
  [electronProgram()]: Buffer.from('#!/bin/sh\nexit 0\n'),
  version: Buffer.from(VERSION),
  'resources/large.bin': Buffer.alloc(SIZE, 7),
})

/** An electron package without its program, as npm leaves it. */
export const makePackage = async (folder: string, archive: Buffer = ARCHIVE): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: VERSION }))
  const checksum = createHash('sha256').update(archive).digest('hex')
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ [FILE]: checksum }))
}

export type Mirror = {
  /** For ELECTRON_MIRROR. */
  url: string
  /** The Range header of each request, `null` for the whole file. */
  asked: (string | null)[]
  close: () => void
}

/** `answer` writes the archive from `from` on in its own way; the head is sent before. */
export type Send = (response: ServerResponse, body: Buffer, attempt: number) => void
type MirrorOptions = { send: Send; status?: number; archive?: Buffer; ranges?: boolean; etag?: string }

/** A mirror on loopback that serves the archive, in ranges unless told otherwise. */
export const startMirror = async (options: MirrorOptions): Promise<Mirror> => {
  const { send, status = 200, archive = ARCHIVE, ranges = true, etag = '"one"' } = options
  const asked: (string | null)[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const range = request.headers.range ?? null
    asked.push(range)
    if (status !== 200 || !request.url?.endsWith(`/v${VERSION}/${FILE}`)) {
      response.writeHead(status === 200 ? 404 : status).end()
      return
    }
    const isPart = ranges && range !== null && request.headers['if-range'] === etag
    const from = isPart ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0
    const body = archive.subarray(from)
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'content-length': body.length,
      ...(isPart ? { 'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}` } : {}),
    })
    response.flushHeaders()
    send(response, body, asked.length)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/electron/`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const whole: Send = (response, body) => void response.end(body)

/** Brings the body in `parts` equal steps within `durationMs`. */
export const slowly =
  (durationMs: number, parts: number): Send =>
  (response, body) => {
    const step = Math.ceil(body.length / parts)
    let at = 0
    const timer = setInterval(() => {
      response.write(body.subarray(at, at + step))
      at += step
      if (at < body.length) return
      clearInterval(timer)
      response.end()
    }, durationMs / parts)
    response.once('close', () => clearInterval(timer))
  }

/** Brings a share of the body and then nothing more. */
export const stallAfter =
  (share: number): Send =>
  (response, body) =>
    void response.write(body.subarray(0, Math.floor(body.length * share)))

/** Brings a share of the body, then cuts the connection. */
export const breakAfter =
  (share: number): Send =>
  (response, body) => {
    response.write(body.subarray(0, Math.floor(body.length * share)), () => {
      setTimeout(() => response.destroy(), 50)
    })
  }
