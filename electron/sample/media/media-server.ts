import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SampleFaults, takeNext } from '../faults.ts'
import type { MediaObject, SampleOptions } from '../sample-session.ts'
import { parseRange } from './byte-range.ts'
import { sendBody } from './media-body.ts'
import { findSlice, type Recording } from './recordings.ts'
import type { Signer } from './signing.ts'

type Found = {
  source: MediaObject
  offset: number
  bytes: number
  type: string
  tag: string
  headers: Record<string, string>
}

export type MediaConfig = {
  options: SampleOptions
  recordings: Map<string, Recording>
  signer: Signer
  faults: SampleFaults
  now: () => number
  startedAt: number
  closing: AbortSignal
}

/** `/desk-samples/<session>/<recording>/<name>`: the session only makes paths differ, as a real bucket's do. */
export const objectPath = (sessionId: string, recordingId: string, name: string): string =>
  `/desk-samples/${encodeURIComponent(sessionId)}/${recordingId}/${name}`

const xml = (code: string, message: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>0A1B2C3D4E5F6071</RequestId></Error>`

/** The storage host: answers signed GETs as object stores do, with XML for every problem. */
export const createMediaHandler = (config: MediaConfig) => {
  const { faults, now, signer } = config
  const added = new Map<string, { object: MediaObject; headers: Record<string, string> }>()
  let rotations = 0

  const find = (path: string): Found | null => {
    const own = added.get(path)
    if (own) {
      const bytes = 'bytes' in own.object ? own.object.bytes.length : statSync(own.object.file).size
      const type = path.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream'
      return { source: own.object, offset: 0, bytes, type, tag: path, headers: own.headers }
    }
    const [, bucket, , recordingId = '', name = ''] = path.split('/')
    const recording = bucket === 'desk-samples' ? config.recordings.get(recordingId) : undefined
    const slice = recording && findSlice(recording, name)
    if (!slice) return null
    const source = { file: join(config.options.folder, slice.file) }
    return {
      source,
      offset: slice.offset,
      bytes: slice.bytes,
      type: slice.type,
      tag: `${recordingId}/${name}`,
      headers: {},
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/'
    response.setHeader('Date', new Date(now()).toUTCString())
    response.setHeader('Server', 'sample-storage')
    if (config.options.mediaCors) {
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Access-Control-Allow-Headers', 'range')
      response.setHeader('Access-Control-Expose-Headers', 'content-range, content-length, etag')
      if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    }
    const refuse = (status: number, text: string): void => {
      const body = request.method === 'HEAD' ? '' : text
      response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (request.headers.authorization !== undefined) {
      return refuse(400, xml('InvalidArgument', 'Only one auth mechanism allowed'))
    }
    const next = takeNext(faults.media.next, target.split('?')[0] ?? target)
    if (next) {
      for (const [name, value] of Object.entries(next.headers ?? {})) response.setHeader(name, value)
      if (next.body === undefined) return refuse(next.status, xml(...(CODES[next.status] ?? CODES[500])))
      const text = typeof next.body === 'string' ? next.body : JSON.stringify(next.body)
      response.writeHead(next.status, { 'Content-Type': next.contentType ?? 'application/xml' }).end(text)
      return
    }
    const state = signer.check(target)
    if (state.kind === 'unsigned') return refuse(403, xml('AccessDenied', 'Access Denied'))
    if (state.kind === 'expired') {
      const more = `<X-Amz-Expires>${state.expiresS}</X-Amz-Expires><Expires>${new Date(state.expiresAt).toISOString()}</Expires><ServerTime>${new Date(now()).toISOString()}</ServerTime>`
      return refuse(403, xml('AccessDenied', 'Request has expired', more))
    }
    if (state.kind === 'altered' || request.method !== 'GET') {
      return refuse(
        403,
        xml('SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.'),
      )
    }
    if (faults.media.revokedBefore !== null && state.signedAt < faults.media.revokedBefore) {
      return refuse(403, xml('ExpiredToken', 'The provided token has expired.'))
    }
    const found = find(state.path)
    if (!found) return refuse(404, xml('NoSuchKey', 'The specified key does not exist.'))
    await send(request, response, found, state.path, refuse)
  }

  const send = async (
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
    path: string,
    refuse: (status: number, text: string) => void,
  ): Promise<void> => {
    const active = faults.media.only === null || path.includes(faults.media.only) ? faults.media : null
    if (active?.rotateEtag) rotations += 1
    const turn = active?.rotateEtag ? rotations : 0
    const etag = `"${createHash('md5').update(`${found.tag} ${found.bytes} ${turn}`).digest('hex')}"`
    const modified = new Date(config.startedAt - 3_600_000).toUTCString()
    const ifRange = request.headers['if-range']
    const rangeCounts = !active?.ignoreRange && (ifRange === undefined || ifRange === etag || ifRange === modified)
    const range = rangeCounts ? parseRange(request.headers.range, found.bytes) : { kind: 'all' as const }
    if (range.kind === 'impossible') {
      response.setHeader('Content-Range', `bytes */${found.bytes}`)
      return refuse(416, xml('InvalidRange', 'The requested range is not satisfiable'))
    }
    let [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, found.bytes - 1]
    if (range.kind === 'part' && active?.wrongRange) {
      start = active.wrongRange === 'from-zero' ? 0 : Math.max(0, Math.floor((start - 1) / 512) * 512)
      if (active.wrongRange === 'from-zero') end = found.bytes - 1
    }
    const bytes = end - start + 1
    if (active && active.firstByteDelayMs > 0) await wait(active.firstByteDelayMs, null, { signal: config.closing })
    const headers: Record<string, string> = {
      'Content-Type': found.type,
      ETag: etag,
      'Last-Modified': modified,
      'Accept-Ranges': 'bytes',
    }
    if (!active?.chunked) headers['Content-Length'] = String(bytes)
    if (range.kind === 'part') headers['Content-Range'] = `bytes ${start}-${end}/${found.bytes}`
    response.writeHead(range.kind === 'part' ? 206 : 200, { ...headers, ...found.headers })
    await sendBody(response, { source: found.source, offset: found.offset + start, bytes }, active, config.closing)
  }

  return {
    handle,
    addObject: (path: string, object: MediaObject, headers: Record<string, string> = {}): void => {
      added.set(path, { object, headers })
    },
  }
}

const CODES: Record<number, [string, string]> & { 500: [string, string] } = {
  400: ['ExpiredToken', 'The provided token has expired.'],
  403: ['AccessDenied', 'Request has expired'],
  404: ['NoSuchKey', 'The specified key does not exist.'],
  500: ['InternalError', 'We encountered an internal error. Please try again.'],
  503: ['SlowDown', 'Please reduce your request rate.'],
}
