import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseRange } from './media/byte-range.ts'
import { objectPath } from './media/media-server.ts'
import { loadRecordings } from './media/recordings.ts'
import { startSampleService } from './sample-service.ts'
import type { SampleService } from './sample-session.ts'
import { sampleIds } from './sessions/hand-made-sessions.ts'

const folder = join(import.meta.dirname, '../../assets/sample')
const START = Date.UTC(2026, 10, 27, 12)
const body = Uint8Array.from({ length: 4096 }, (_, index) => index % 251)
let service: SampleService
let now: number
let url: string
beforeEach(async () => {
  now = START
  service = await startSampleService({ folder, now: () => now, linkLifeMs: 6_000 })
  service.addObject('/own/file.bin', { bytes: body })
  url = service.sign('/own/file.bin')
})
afterEach(() => service.close())

const get = async (headers: Record<string, string> = {}, address = url, method = 'GET') => {
  const response = await fetch(address, { headers, method })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

/** Bytes received and how the connection ended, which fetch would hide. */
const raw = (
  address: string,
  patienceMs = 10_000,
): Promise<{ received: number; end: 'whole' | 'cut' | 'reset' | 'stalled' }> => {
  const { promise, resolve } = Promise.withResolvers<{ received: number; end: 'whole' | 'cut' | 'reset' | 'stalled' }>()
  let received = 0
  const sent = request(address, { agent: false }, (response) => {
    let timer = setTimeout(stall, patienceMs)
    function stall() {
      resolve({ received, end: 'stalled' })
      sent.destroy()
    }
    response.on('data', (part: Buffer) => {
      received += part.length
      clearTimeout(timer)
      timer = setTimeout(stall, patienceMs)
    })
    response.on('end', () => resolve({ received, end: response.complete ? 'whole' : 'cut' }))
    response.on('error', () => undefined)
    response.socket.on('error', () => resolve({ received, end: 'reset' }))
    response.on('close', () => {
      clearTimeout(timer)
      setTimeout(() => resolve({ received, end: response.complete ? 'whole' : 'cut' }), 50)
    })
  })
  sent.on('error', () => undefined)
  sent.end()
  return promise
}

describe('signed addresses', () => {
  test('work until they expire, then answer 403 with the XML of object stores', async () => {
    expect((await get()).bytes).toEqual(body)
    now = START + 5_999
    expect((await get()).status).toBe(200)
    now = START + 6_000
    const late = await get()
    expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml'])
    expect(text(late)).toMatch(/<Code>AccessDenied<\/Code><Message>Request has expired<\/Message>/)
  })

  test('a running transfer continues past the expiry', async () => {
    service.faults.media.firstByteDelayMs = 100
    const running = get()
    while (service.requests.length === 0) await new Promise((done) => setTimeout(done, 5))
    now = START + 60_000
    expect((await running).bytes.length).toBe(4096)
  })

  test('are signed for GET: HEAD answers 403 without a body', async () => {
    const head = await get({}, url, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([403, 0])
  })

  test('P21: one changed byte anywhere, or the query written again, does not match', async () => {
    const again = new URL(url)
    again.searchParams.delete('nothing')
    again.searchParams.append('x', '1')
    again.searchParams.delete('x')
    const at = url.indexOf('X-Amz-Signature=') + 20
    const flipped = url.slice(0, at) + (url[at] === '0' ? '1' : '0') + url.slice(at + 1)
    for (const altered of [
      String(again),
      flipped,
      url.replace('X-Amz-Expires=6', 'X-Amz-Expires=7'),
      url.replace('own/file', 'own//file'),
      `${url}&x=1`,
      url.replace('%3b', '%3B'),
    ]) {
      const answer = await get({}, altered)
      expect([altered === url, answer.status]).toEqual([false, 403])
      expect(text(answer)).toContain('SignatureDoesNotMatch')
    }
    expect(text(await get({}, url.split('?')[0]))).toContain('<Code>AccessDenied</Code>')
  })

  test('D11: an Authorization header answers 400', async () => {
    const answer = await get({ authorization: 'Bearer x' })
    expect([answer.status, text(answer).includes('Only one auth mechanism allowed')]).toEqual([400, true])
  })

  test('can be revoked before they expire', async () => {
    service.faults.media.revokedBefore = START + 1_000
    expect(text(await get())).toContain('ExpiredToken')
    now = START + 1_000
    expect((await get({}, service.sign('/own/file.bin'))).status).toBe(200)
  })

  test('only names of the recording exist', async () => {
    for (const name of ['recordings.json', '..%2Frecordings.json', '9999.ts', 'other.mp4']) {
      const answer = await get({}, service.sign(objectPath(sampleIds.invoices, 'portal-invoices', name)))
      expect([name, answer.status]).toEqual([name, 404])
    }
  })
})

describe('ranges', () => {
  test('X03: borders', () => {
    const part = (start: number, end: number) => ({ kind: 'part', start, end })
    for (const [header, size, answer] of [
      ['bytes=0-0', 10, part(0, 0)],
      ['bytes=4-', 10, part(4, 9)],
      ['bytes=-3', 10, part(7, 9)],
      ['bytes=-50', 10, part(0, 9)],
      ['bytes=2-99', 10, part(2, 9)],
      ['bytes=3000000000-', 4_000_000_000, part(3_000_000_000, 3_999_999_999)],
      ['bytes=-0', 10, { kind: 'impossible' }],
      ['bytes=10-', 10, { kind: 'impossible' }],
      ['bytes=0-', 0, { kind: 'impossible' }],
      ['bytes=5-2', 10, { kind: 'all' }],
      ['bytes=0-1,5-6', 10, { kind: 'all' }],
      ['items=0-1', 10, { kind: 'all' }],
      ['bytes=-', 10, { kind: 'all' }],
    ] as const) {
      expect([header, parseRange(header, size)]).toEqual([header, answer])
    }
  })

  test('206 says what it sends, 416 says the size', async () => {
    const part = await get({ range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      'bytes 1000-1999/4096',
      '1000',
    ])
    expect(part.bytes).toEqual(body.subarray(1000, 2000))
    const beyond = await get({ range: 'bytes=4096-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */4096'])
  })

  test('D05: If-Range keeps the range for the same ETag, also under a new signature, and drops it for another', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    now += 2_000
    const fresh = service.sign('/own/file.bin')
    expect((await get({ range: 'bytes=9-', 'if-range': etag }, fresh)).status).toBe(206)
    expect((await get({ range: 'bytes=9-', 'if-range': '"other"' }, fresh)).status).toBe(200)
    service.faults.media.rotateEtag = true
    const changed = await get({ range: 'bytes=9-', 'if-range': etag }, fresh)
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })

  test('every byte range of the playlist lies in the file and all of it is covered', async () => {
    for (const { fmp4, ts } of (await loadRecordings(folder)).values()) {
      for (const source of [fmp4, ts]) {
        if (!source) continue
        const pieces = source === fmp4 ? [fmp4.init, ...fmp4.segments] : source.segments
        let at = 0
        for (const piece of pieces) {
          expect(piece.offset).toBe(at)
          at += piece.bytes
        }
        // ffmpeg ends a fragmented file with an index box that no segment needs.
        expect(source.bytes - at).toBeLessThan(10_000)
        expect(source.bytes).toBeGreaterThanOrEqual(at)
      }
    }
  })
})

describe('faults', () => {
  test('D01, D02: ranges ignored or moved', async () => {
    service.faults.media.ignoreRange = true
    expect((await get({ range: 'bytes=1000-' })).status).toBe(200)
    Object.assign(service.faults.media, { ignoreRange: false, wrongRange: 'aligned' })
    const aligned = await get({ range: 'bytes=1000-' })
    expect([aligned.headers.get('content-range'), aligned.bytes]).toEqual(['bytes 512-4095/4096', body.subarray(512)])
    service.faults.media.wrongRange = 'from-zero'
    expect((await get({ range: 'bytes=1000-' })).headers.get('content-range')).toBe('bytes 0-4095/4096')
  })

  test('D03, D09: bodies truncated, reset and stalled, as often as told', async () => {
    service.faults.media.truncate = { afterBytes: 1000, times: 1 }
    expect(await raw(url)).toEqual({ received: 1000, end: 'cut' })
    expect(await raw(url)).toEqual({ received: 4096, end: 'whole' })
    service.faults.media.reset = { afterBytes: 2000, times: 1 }
    expect(await raw(url)).toEqual({ received: 2000, end: 'reset' })
    service.faults.media.stall = { afterBytes: 300, times: 1 }
    expect(await raw(url, 250)).toEqual({ received: 300, end: 'stalled' })
    expect(await raw(url)).toEqual({ received: 4096, end: 'whole' })
  })

  test('a rate is kept', async () => {
    service.faults.media.bytesPerSecond = 20_000
    const began = performance.now()
    expect((await get()).bytes).toEqual(body)
    expect(performance.now() - began).toBeGreaterThan(150) // 4,096 bytes at 20,000 a second last 205 ms
  })

  test('faults can be kept to some objects, and statuses told', async () => {
    service.addObject('/own/other.bin', { bytes: body })
    Object.assign(service.faults.media, { only: 'other', truncate: { afterBytes: 10 } })
    expect((await raw(url)).received).toBe(4096)
    expect((await raw(service.sign('/own/other.bin'))).received).toBe(10)
    service.faults.media.next.push(
      { status: 503, times: 1 },
      { status: 200, times: 1, body: '<Error/>', contentType: 'application/xml' },
    )
    const slow = await get()
    expect([slow.status, text(slow).includes('SlowDown')]).toEqual([503, true])
    expect(text(await get())).toBe('<Error/>')
    expect((await get()).bytes.length).toBe(4096)
  })

  test('D07: a length can be left out', async () => {
    service.faults.media.chunked = true
    const answer = await get()
    expect([answer.headers.get('content-length'), answer.bytes.length]).toEqual([null, 4096])
  })

  test('closing ends a stalled transfer', async () => {
    service.faults.media.stall = { afterBytes: 1 }
    const waiting = raw(url)
    while (service.requests.at(-1)?.status !== 200) await new Promise((done) => setTimeout(done, 5))
    await service.close()
    expect((await waiting).end).not.toBe('whole')
  })
})
