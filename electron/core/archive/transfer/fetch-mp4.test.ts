import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../../contract/result.ts'
import { codeOf, movie, type Run, sha256, startLine } from './testing/test-connection.ts'

const SIZE = 9 * 1024 * 1024 + 123
const MIB = 1024 * 1024
type Line = Awaited<ReturnType<typeof startLine>>

let line: Line
beforeEach(async () => {
  line = await startLine(SIZE)
})
afterEach(() => line.close())

/** After any end: the right bytes, or a problem with a sentence and only true bytes where the state says finished. */
const honest = (result: Awaited<ReturnType<Line['run']>>, body = line.body) => {
  if (result.ok) return expect(line.part().equals(body)).toBe(true)
  expect(result.problem.message).toMatch(/^[A-Z].*\.$/)
  expect(JSON.stringify(result.problem)).not.toMatch(/X-Amz|Signature|127\.0\.0\.1|desk-transfer/i)
  if (!existsSync(`${line.partPath}.json`)) return
  for (const [first, end] of line.state().spans) {
    expect(line.part().subarray(first, end).equals(body.subarray(first, end))).toBe(true)
  }
}

type Fault = { title: string; set: (line: Line) => void; first: ProblemCode | 'ok'; later?: 'ok' }
const next = (status: number, times: number) => (of: Line) => {
  of.media.next.push({ status, times, match: '.mp4' })
}
const FAULTS: Fault[] = [
  { title: 'none', set: () => {}, first: 'ok' },
  {
    title: 'D09: a reset in the middle',
    set: (of) => Object.assign(of.media, { reset: { afterBytes: MIB, times: 3 } }),
    first: 'ok',
  },
  {
    title: 'D09: a reset again and again, each time after some progress',
    set: (of) => Object.assign(of.media, { reset: { afterBytes: MIB / 4, times: 1_000 } }),
    first: 'ok',
  },
  {
    title: 'D09: a stall in the middle',
    set: (of) => Object.assign(of.media, { stall: { afterBytes: MIB, times: 1 } }),
    first: 'ok',
  },
  {
    title: 'D03: fewer bytes than promised',
    set: (of) => Object.assign(of.media, { truncate: { afterBytes: MIB, times: 3 } }),
    first: 'ok',
  },
  {
    title: 'D09: a line that stalls for ever',
    set: (of) => Object.assign(of.media, { stall: { afterBytes: 0 } }),
    first: 'timeout',
    later: 'ok',
  },
  {
    title: 'D03: a line that ends at once for ever',
    set: (of) => Object.assign(of.media, { truncate: { afterBytes: 1000 } }),
    first: 'not-reachable',
    later: 'ok',
  },
  {
    title: 'D01: 200 with everything for a range',
    set: (of) => Object.assign(of.media, { ignoreRange: true }),
    first: 'ok',
  },
  {
    title: 'D01: 200 for a range, and a reset',
    set: (of) => Object.assign(of.media, { ignoreRange: true, reset: { afterBytes: 2 * MIB, times: 1 } }),
    first: 'ok',
  },
  {
    title: 'D02: ranges aligned to blocks',
    set: (of) => Object.assign(of.media, { wrongRange: 'aligned' }),
    first: 'ok',
  },
  { title: 'D02: ranges from zero', set: (of) => Object.assign(of.media, { wrongRange: 'from-zero' }), first: 'ok' },
  {
    title: 'D05: another ETag with every answer',
    set: (of) => Object.assign(of.media, { rotateEtag: true }),
    first: 'ok',
  },
  { title: 'D07: no length', set: (of) => Object.assign(of.media, { chunked: true, ignoreRange: true }), first: 'ok' },
  {
    title: 'D07: no length, and cut',
    set: (of) => Object.assign(of.media, { chunked: true, ignoreRange: true, reset: { afterBytes: MIB, times: 1 } }),
    first: 'ok',
  },
  { title: 'D10: 403 once, one refetch', set: next(403, 1), first: 'ok' },
  { title: 'H48: 410 once, one refetch', set: next(410, 1), first: 'ok' },
  { title: 'H48: 404 once, one refetch', set: next(404, 1), first: 'ok' },
  { title: 'D10: always 403', set: next(403, 1_000), first: 'links-expired', later: 'ok' },
  {
    title: 'D10: an XML error with status 200',
    set: (of) => {
      of.media.next.push({
        status: 200,
        times: 1_000,
        match: '.mp4',
        contentType: 'application/xml',
        body: '<Error><Code>AccessDenied</Code></Error>',
      })
    },
    first: 'links-expired',
    later: 'ok',
  },
  {
    title: 'D10: a page of a network in between',
    set: (of) => {
      of.media.next.push({
        status: 200,
        times: 1_000,
        match: '.mp4',
        contentType: 'text/html',
        body: '<!doctype html><p>Sign in',
      })
    },
    first: 'media-error',
    later: 'ok',
  },
  { title: '404', set: next(404, 1_000), first: 'media-error', later: 'ok' },
  { title: 'always 416', set: next(416, 1_000), first: 'media-error', later: 'ok' },
  { title: '429 twice', set: next(429, 2), first: 'ok' },
  { title: '500 twice', set: next(500, 2), first: 'ok' },
  { title: '529, then 503', set: (of) => (next(529, 1)(of), next(503, 1)(of)), first: 'ok' },
  { title: 'always 503', set: next(503, 1_000), first: 'media-error', later: 'ok' },
  { title: 'a slow first byte', set: (of) => Object.assign(of.media, { firstByteDelayMs: 200 }), first: 'ok' },
  {
    title: 'no first byte',
    set: (of) => Object.assign(of.media, { firstByteDelayMs: 5_000 }),
    first: 'timeout',
    later: 'ok',
  },
]
const CALM = {
  next: [],
  stall: null,
  truncate: null,
  reset: null,
  rotateEtag: false,
  ignoreRange: false,
  wrongRange: null,
  chunked: false,
  firstByteDelayMs: 0,
  revokedBefore: null,
}

describe.each([1, 4])('with %i connections', (connections) => {
  test.each(FAULTS)('$title', async ({ set, first, later }) => {
    set(line)
    const result = await line.run({ connections })
    honest(result)
    expect(codeOf(result)).toBe(first)
    if (!later) return
    Object.assign(line.media, CALM)
    const second = await line.run({ connections })
    honest(second)
    expect(codeOf(second)).toBe(later)
  })

  /** Ends a run amid the file and answers how much the state has then. */
  const interrupt = async (more: Partial<Run> = {}) => {
    const ended = new AbortController()
    const result = await line.run({
      connections,
      signal: ended.signal,
      onProgress: ({ bytes }) => bytes > 2 * MIB && ended.abort(),
      bytesPerSecond: 12 * MIB,
      ...more,
    })
    expect(codeOf(result)).toBe('cancelled')
    honest(result)
    return line.state().spans.reduce((sum, [from, to]) => sum + to - from, 0)
  }
  const bytesAsked = () => line.mediaRequests().map(({ range }) => Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0))

  test('D05: resumes an interrupted transfer, also under a new link', async () => {
    const had = await interrupt()
    expect(had).toBeGreaterThan(2 * MIB)
    line.service.requests.length = 0
    honest(await line.run({ connections }))
    expect(Math.min(...bytesAsked())).toBeGreaterThan(0)
  })

  test('D05: the object changed in between: all of the new one, nothing of the old', async () => {
    await interrupt()
    const other = movie(SIZE + 4096, 99)
    line.replace(other)
    const result = await line.run({ connections })
    expect(codeOf(result)).toBe('ok')
    honest(result, other)
  })

  test('D10: what is there survives an answer that is no media', async () => {
    const had = await interrupt()
    line.media.next.push({
      status: 200,
      times: 1_000,
      match: '.mp4',
      contentType: 'text/html',
      body: '<!doctype html>',
    })
    expect(codeOf(await line.run({ connections }))).toBe('media-error')
    expect(line.state().spans.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(had)
    line.media.next.length = 0
    line.service.requests.length = 0
    honest(await line.run({ connections }))
    expect(Math.min(...bytesAsked())).toBeGreaterThan(0)
  })

  test.each([
    ['without a state', () => writeFileSync(line.partPath, movie(SIZE, 5))],
    ['of the same size with its state', () => writeFileSync(line.partPath, movie(line.part().length, 5))],
    ['that was cut', () => truncateSync(line.partPath, MIB)],
    ['larger than the object', () => truncateSync(line.partPath, SIZE + 900)],
    ['with a broken state', () => writeFileSync(`${line.partPath}.json`, '{"format":"replay-desk-part","ver')],
  ])('D21, D06: a part %s is not resumed', async (title, spoil) => {
    if (title !== 'without a state') await interrupt()
    spoil()
    line.service.requests.length = 0
    const result = await line.run({ connections })
    expect(codeOf(result)).toBe('ok')
    honest(result)
    expect(Math.min(...bytesAsked())).toBe(0)
  })

  test('D06: a part that is complete is not fetched again', async () => {
    honest(await line.run({ connections }))
    line.service.requests.length = 0
    const again = await line.run({ connections })
    expect(again.ok && again.value.bytes).toBe(SIZE)
    honest(again)
    expect(line.mediaRequests()).toEqual([])
  })

  test('D10: renews links that expire mid-way once for all connections', async () => {
    let revoked = false
    const links = line.links()
    const result = await line.run({
      connections,
      links,
      bytesPerSecond: 12 * MIB,
      onProgress: ({ bytes }) => {
        if (revoked || bytes < 2 * MIB) return
        revoked = true
        line.media.revokedBefore = line.service.now()
        line.media.reset = { afterBytes: 1, times: connections }
      },
    })
    expect(codeOf(result)).toBe('ok')
    honest(result)
    expect(line.replayRequests()).toBeLessThanOrEqual(2)
  })

  test('X08: faults of the layer below in every form end in a resumable state, and the next run ends it', async () => {
    let asked = 0
    const forms: (() => never | Promise<never>)[] = [
      () => {
        throw new Error('net::ERR_NETWORK_IO_SUSPENDED')
      },
      () => Promise.reject(new Error('net::ERR_NETWORK_CHANGED')),
    ]
    await interrupt()
    const result = await line.run({
      connections,
      transport: () => () => (forms[asked++ % 2] as () => Promise<never>)(),
    })
    expect(codeOf(result)).toBe('not-reachable')
    honest(result)
    honest(await line.run({ connections }))
  })

  test('D13: reports how much room is missing when the disk fills up, and resumes when there is room', async () => {
    let room = 3 * MIB
    const full: Run['openFile'] = async (path, flags) => {
      const file = await open(path, flags)
      const writev = file.writev.bind(file)
      file.writev = async (buffers, position) => {
        const size = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)
        if (size > room) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
        room -= size
        return writev(buffers, position ?? undefined)
      }
      return file
    }
    const result = await line.run({ connections, openFile: full })
    honest(result)
    expect(result.ok ? null : result.problem).toMatchObject({ code: 'disk-full' })
    expect(result.ok ? '' : result.problem.message).toMatch(/^No space left \(need [\d.]+ MB, have .*\)\.$/)
    expect(line.state().spans.length).toBeGreaterThan(0)
    honest(await line.run({ connections }))
    expect(sha256(line.part())).toBe(sha256(line.body))
  })

  test('a folder that cannot be written is named', async () => {
    const result = await line.run({
      connections,
      openFile: async () => {
        throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open' })
      },
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'storage', message: 'The folder is read-only.' } })
  })
})

test('D11: no credential goes to the storage, and bytes are asked for as they are', async () => {
  await line.run({ connections: 4 })
  for (const { headerNames } of line.mediaRequests()) {
    expect(headerNames.filter((name) => /authorization|cookie|x-service/.test(name))).toEqual([])
    expect(headerNames).toContain('accept-encoding')
  }
})

test('X07: a redirect is followed with its range; a circle ends as one', async () => {
  const target = line.service.sign(line.path)
  line.media.next.push({ status: 302, times: 1, match: '.mp4', headers: { location: target }, body: '' })
  honest(await line.run({ connections: 4 }))
  expect(sha256(line.part())).toBe(sha256(line.body))
  expect(line.mediaRequests()[1]?.range).toBe('bytes=0-')
  const other = await startLine(1000)
  other.media.next.push({
    status: 302,
    times: 100,
    match: '.mp4',
    headers: { location: other.service.sign(other.path) },
    body: '',
  })
  const result = await other.run({ connections: 1 })
  expect(result.ok ? '' : result.problem.message).toBe('The storage redirects in a loop.')
  expect(existsSync(other.partPath)).toBe(false)
  await other.close()
})

test('one slow connection does not hold the end', async () => {
  let nth = 0
  const result = await line.run({
    connections: 4,
    transport: (real) => async (url, headers, signal) => {
      const answer = await real(url, headers, signal)
      if (nth++ !== 1) return answer
      // The second connection brings one chunk and then nothing.
      const body = async function* () {
        for await (const chunk of answer.body) {
          yield chunk.subarray(0, 100)
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
        }
      }
      return { ...answer, body: body() }
    },
    timing: { headTimeoutMs: 5_000, stallMs: 60_000, pausesMs: [] },
  })
  honest(result)
  expect(codeOf(result)).toBe('ok')
})

test('a small file comes through one connection', async () => {
  const small = await startLine(700_000)
  expect(codeOf(await small.run({ connections: 4 }))).toBe('ok')
  expect(small.mediaRequests().map(({ range }) => range)).toEqual(['bytes=0-'])
  expect(readFileSync(small.partPath).equals(small.body)).toBe(true)
  await small.close()
})
