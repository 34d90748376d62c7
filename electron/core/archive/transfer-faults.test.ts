import { afterEach, describe, expect, test } from 'vitest'
import type { SampleService } from '../../sample/sample-session.ts'
import { type FaultyLine, HLS, MP4, OTHER, sha256, startFaultyLine } from './testing/faulty-connection.ts'

// The fault matrix: storage and service in every state that was seen, through queue, engine and disk of the program.

type Media = SampleService['faults']['media']
type Where = {
  id: string
  connections: number /** Bytes after which a body is cut, well inside every body. */
  cutAt: number
}
const KINDS: [string, Where][] = [
  ['MP4, one connection', { id: MP4, connections: 1, cutAt: 400_000 }],
  ['MP4, four connections', { id: MP4, connections: 4, cutAt: 400_000 }],
  ['HLS', { id: HLS, connections: 4, cutAt: 2_000 }],
]

let line: FaultyLine
afterEach(async () => await line.close())
const start = async ({ id, connections }: Where) => {
  line = await startFaultyLine({ archiveConnections: connections })
  line.media.only = `/${id}/`
}

/** Does `then` when the first body begins; that body is reset in its middle. */
const midWay = (media: Media, { cutAt }: Where, then: () => void): void => {
  let left = 1
  media.reset = {
    afterBytes: cutAt,
    get times() {
      return left
    },
    set times(value) {
      left = value
      then()
    },
  }
}
const status = (code: number, times: number, id: string, headers: Record<string, string> = {}) => ({
  status: code,
  times,
  match: `/${id}/`,
  headers,
})
const refuses = (code: number, headers?: Record<string, string>): Pick<Fault, 'once' | 'always'> => ({
  once: (media, where) => midWay(media, where, () => media.next.push(status(code, 2, where.id, headers))),
  always: (media, { id }) => media.next.push(status(code, 1e9, id, headers)),
})

type Fault = {
  name: string
  /** Befalls a transfer under way and is over then. */
  once: (media: Media, where: Where) => void
  /** Stays until it is taken away. */
  always: (media: Media, where: Where) => void
  /** The sentence while it stays; null: it is overcome while it stays. */
  says: RegExp | null
}
const FAULTS: Fault[] = [
  {
    name: 'reset',
    once: (media, { cutAt }) => (media.reset = { afterBytes: cutAt, times: 3 }),
    always: (media) => (media.reset = { afterBytes: 0 }),
    says: /^The storage (of the recording cannot be reached|ends the transfer too early)\.$/,
  },
  {
    name: 'stall',
    once: (media, { cutAt }) => (media.stall = { afterBytes: cutAt, times: 2 }),
    always: (media) => (media.stall = { afterBytes: 0 }),
    says: /^The storage of the recording does not respond\.$/,
  },
  {
    name: 'truncation',
    once: (media, { cutAt }) => (media.truncate = { afterBytes: cutAt, times: 3 }),
    always: (media) => (media.truncate = { afterBytes: 0 }),
    says: /^The storage (of the recording cannot be reached|ends the transfer too early)\.$/,
  },
  {
    name: '200 for a range',
    once: (media, where) => midWay(media, where, () => (media.ignoreRange = true)),
    always: (media) => (media.ignoreRange = true),
    says: null,
  },
  {
    name: 'wrong offset, aligned',
    once: (media, where) => midWay(media, where, () => (media.wrongRange = 'aligned')),
    always: (media) => (media.wrongRange = 'aligned'),
    says: null,
  },
  {
    name: 'wrong offset, from the beginning',
    once: (media, where) => midWay(media, where, () => (media.wrongRange = 'from-zero')),
    always: (media) => (media.wrongRange = 'from-zero'),
    says: null,
  },
  {
    name: 'changed ETag',
    once: (media, where) => midWay(media, where, () => (media.rotateEtag = true)),
    always: (media) => (media.rotateEtag = true),
    says: null,
  },
  {
    name: '416',
    ...refuses(416),
    says: /^The storage does not have the requested bytes\.$/,
  },
  {
    name: '403 mid-way',
    ...refuses(403),
    once: (media, where) => midWay(media, where, () => (media.revokedBefore = line.sample.now())),
    says: /^The storage refused the links, and renewed links as well\.$/,
  },
  { name: '429', ...refuses(429, { 'Retry-After': '0' }), says: /^The storage answered with status 429\.$/ },
  { name: '500', ...refuses(500), says: /^The storage answered with status 500\.$/ },
  { name: '529', ...refuses(529), says: /^The storage answered with status 529\.$/ },
  {
    name: 'slow first byte',
    once: (media) => (media.firstByteDelayMs = 150),
    always: (media) => (media.firstByteDelayMs = 60_000),
    says: /^The storage of the recording does not respond\.$/,
  },
]

let wholeHls: { sha256: string; durationMs: number | null } | null = null
/** What the playlist gives when nothing disturbs: exports are the same byte for byte. */
const undisturbed = async (): Promise<{ sha256: string; durationMs: number | null }> => {
  if (wholeHls) return wholeHls
  const calm = await startFaultyLine()
  try {
    await calm.add(HLS)
    await calm.untilDone(HLS)
    wholeHls = { sha256: sha256(calm.file(HLS) ?? Buffer.alloc(0)), durationMs: calm.item(HLS).durationMs }
    return wholeHls
  } finally {
    await calm.close()
  }
}
const expectRight = async (id: string): Promise<void> => {
  const item = line.item(id)
  const wanted = id === MP4 ? { sha256: sha256(line.source) } : await undisturbed()
  expect(item).toMatchObject({ state: 'done', verified: true, partial: false, problem: null, warnings: [], ...wanted })
  expect(sha256(line.file(id) ?? Buffer.alloc(0))).toBe(wanted.sha256)
}

describe.each(KINDS)('%s', (_kind, where) => {
  const { id } = where

  test.each(FAULTS)('$name once: the right bytes, and the next one too', async ({ once }) => {
    await start(where)
    once(line.media, where)
    await line.add(id, OTHER)
    await line.untilDone(id, OTHER)
    await expectRight(id)
  })

  test.each(FAULTS)(
    '$name for long: no half file, a true sentence, the next one done, later the right bytes',
    async ({ always, says }) => {
      await start(where)
      always(line.media, where)
      await line.add(id, OTHER)
      if (says !== null) {
        await line.until(() => line.item(OTHER).state === 'done' && line.item(id).problem !== null)
        expect(line.item(id).problem?.message).toMatch(says)
        expect(line.finalNames()).toEqual([line.item(OTHER).fileName])
        expect(line.page().totals.blocked).toBe(null)
        Object.assign(line.media, { next: [], reset: null, stall: null, truncate: null, firstByteDelayMs: 0 })
        if (line.item(id).state === 'failed') await line.archive.retry([line.item(id).id])
        line.archive.onWake()
      }
      await line.untilDone(id, OTHER)
      await expectRight(id)
    },
  )
})
