import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { strongOf } from './job.ts'
import { createBatch, openPart } from './part-file.ts'
import { readState, statePath, writeState } from './part-state.ts'
import { createRangeSet, type Span } from './range-set.ts'
import { createWorkRanges } from './work-ranges.ts'

const SIZE = 200
const spanArb = fc
  .tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: 0, max: SIZE }))
  .map(([a, b]): Span => ({ first: Math.min(a, b), end: Math.max(a, b) }))

describe('range set', () => {
  test('holds exactly what was added, sorted, apart, with the rest as gaps', () => {
    fc.assert(
      fc.property(fc.array(spanArb, { maxLength: 30 }), (added) => {
        const set = createRangeSet(added)
        const has = Array.from({ length: SIZE }, (_, at) => added.some(({ first, end }) => at >= first && at < end))
        const covered = (spans: Span[], at: number) => spans.some(({ first, end }) => at >= first && at < end)
        const spans = set.spans()
        const gaps = set.gaps(SIZE)
        for (let at = 0; at < SIZE; at++) {
          expect(covered(spans, at)).toBe(has[at])
          expect(covered(gaps, at)).toBe(!has[at])
        }
        for (let n = 1; n < spans.length; n++)
          expect((spans[n] as Span).first).toBeGreaterThan((spans[n - 1] as Span).end)
        expect(set.bytes()).toBe(has.filter(Boolean).length)
        expect(set.end()).toBe(has.lastIndexOf(true) + 1)
      }),
    )
  })
})

describe('ranges', () => {
  test('any order of taking, reading, failing and helping fetches every byte, and none twice by two at a time', () => {
    fc.assert(
      fc.property(
        fc.array(spanArb, { maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 }), fc.boolean()), { minLength: 1, maxLength: 60 }),
        (had, steps) => {
          const scale = 100_000 // sharing begins at half a megabyte
          const total = SIZE * scale
          let clock = 0
          const done = createRangeSet(had.map(({ first, end }) => ({ first: first * scale, end: end * scale })))
          const ranges = createWorkRanges({ done, total, shared: () => true, whole: () => false, now: () => clock })
          const held: (ReturnType<typeof ranges.take> | undefined)[] = []
          const turn = (who: number, amount: number, fails: boolean) => {
            clock += 400
            let range = held[who]
            if (!range || range === 'wait') {
              range = ranges.take()
              held[who] = range
            }
            if (!range || range === 'wait') return
            const end = Math.min(range.end, range.position + amount * scale)
            done.add(range.position, end)
            range.position = Math.max(range.position, end)
            if (fails || range.position >= range.end) {
              ranges.release(range)
              held[who] = null
            }
            const open = held.filter((one) => one && one !== 'wait')
            for (const a of open) {
              for (const b of open) {
                if (!a || !b || a === 'wait' || b === 'wait' || a === b) continue
                expect(a.position >= b.end || b.position >= a.end || a.position >= a.end || b.position >= b.end).toBe(
                  true,
                )
              }
            }
          }
          for (const [who, amount, fails] of steps) turn(who, amount, fails)
          for (let n = 0; n < 2_000 && done.gaps(total).length > 0; n++) turn(n % 4, 20, false)
          expect(done.gaps(total)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('on disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-part-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a state reads back as it was written, after a restart of the computer only what was synced', async () => {
    const path = join(folder, 'a.mp4.part')
    await fc.assert(
      fc.asyncProperty(fc.array(spanArb, { maxLength: 8 }), fc.array(spanArb, { maxLength: 8 }), async (a, b) => {
        const [spans, synced] = [createRangeSet(a).spans(), createRangeSet(b).spans()]
        const state = {
          object: 'h/p',
          etag: '"e"',
          modified: null,
          strong: '"e"',
          total: SIZE,
          spans,
          probe: 'p',
          synced,
          syncedProbe: 's',
        }
        await writeState(path, state, false)
        expect(await readState(path)).toEqual(state)
        const text = JSON.parse(readFileSync(statePath(path), 'utf8'))
        writeFileSync(statePath(path), JSON.stringify({ ...text, boot: 'another' }))
        expect(await readState(path)).toEqual({ ...state, spans: synced, probe: 's' })
      }),
      { numRuns: 25 },
    )
  })

  test('no text of a state file makes the reader throw, and a cut one counts as none', async () => {
    const path = join(folder, 'a.mp4.part')
    const state = {
      object: 'h/p',
      etag: null,
      modified: null,
      strong: null,
      total: null,
      spans: [{ first: 0, end: 9 }],
      probe: null,
      synced: [],
      syncedProbe: null,
    }
    await writeState(path, state, true)
    const text = readFileSync(statePath(path), 'utf8')
    for (let length = 0; length < text.length; length += 7) {
      writeFileSync(statePath(path), text.slice(0, length))
      expect(await readState(path)).toBeNull()
    }
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        writeFileSync(statePath(path), json)
        expect(await readState(path)).toBeNull()
      }),
      { numRuns: 25 },
    )
  })

  test('chunks of any size land where they belong, from a buffer that is used again, on a disk that is busy at times', async () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 60_000, max: 400_000 })), {
      maxLength: 24,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(sizes, fc.infiniteStream(fc.nat(9)), fc.nat(5_000), async (lengths, ready, start) => {
        const path = join(folder, 'b.part')
        const file = await openPart(path, () => null)
        await file.truncate(0)
        const done = createRangeSet()
        const writeNow: typeof file.writeNow = (bytes, position) =>
          ready.next().value === 0 && file.writeNow(bytes, position)
        const batch = createBatch({ write: file.write, writeNow }, start, done.add)
        const lent = Buffer.alloc(400_000)
        const all: Buffer[] = []
        for (const [n, length] of lengths.entries()) {
          const chunk = lent.subarray(0, length)
          chunk.fill(n + 1)
          all.push(Buffer.from(chunk))
          const held = batch.offer(chunk)
          lent.fill(0xee)
          await held
        }
        await batch.flush()
        await file.close()
        const whole = Buffer.concat(all)
        expect(readFileSync(path).subarray(start).equals(whole)).toBe(true)
        expect(done.bytes()).toBe(whole.length)
      }),
      { numRuns: 40 },
    )
  })

  test('D17: a part that is a link to another file is not written through', async () => {
    const other = join(folder, 'precious')
    writeFileSync(other, 'precious')
    symlinkSync(other, join(folder, 'x.part'))
    await expect(openPart(join(folder, 'x.part'), () => null)).rejects.toMatchObject({ problem: { code: 'storage' } })
    expect(readFileSync(other, 'utf8')).toBe('precious')
  })
})

test.each([
  ['a strong tag', { etag: '"a"', modified: null }, '"a"'],
  ['a weak tag', { etag: 'W/"a"', modified: null }, null],
  ['nothing', { etag: null, modified: null }, null],
  ['an old date', { etag: 'W/"a"', modified: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 'Fri, 27 Nov 2026 10:00:00 GMT'],
  ['a date of the same minute', { etag: null, modified: 'Fri, 27 Nov 2026 11:59:30 GMT' }, null],
])('D05: what If-Range can contain: %s', (_name, validator, strong) => {
  expect(strongOf({ ...validator, total: 1, date: 'Fri, 27 Nov 2026 12:00:00 GMT' })).toBe(strong)
})
