import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServerClock } from '../service/server-clock.ts'
import { createTestClock } from './testing/test-clock.ts'
import { parseDuration, parseHttpDate, parseInstant } from './time.ts'

const NOON = Date.UTC(2026, 10, 27, 12)

describe('parseInstant', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('T01: zone-less is UTC on a machine in %s', (zone) => {
    const script = `import { parseInstant } from ${JSON.stringify(fileURLToPath(new URL('./time.ts', import.meta.url)))}
      process.stdout.write(parseInstant('2026-11-27T12:00:00') + ' ' + new Date(0).getHours())`
    const run = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    const hours = { UTC: 0, 'America/New_York': 19, 'Asia/Kolkata': 5 }[zone]
    expect(run).toBe(`${NOON} ${hours}`) // the second figure proves that the zone took effect
  })

  it.each([
    ['2026-11-27T12:00:00.413084+00:00', NOON + 413],
    ['2026-11-27T12:00:00+00:00', NOON],
    ['2026-11-27T12:00:00.123456789Z', NOON + 123],
    ['2026-11-27T12:00:00.9999999', NOON + 999],
    ['2026-11-27T12:00:00,5Z', NOON + 500],
  ])('T02: %s, fraction cut to ms', (text, expected) => expect(parseInstant(text)).toBe(expected))

  it.each([
    ['2026-11-27T12:00:00+00:00Z', NOON],
    ['2026-11-27 12:00:00+00:00', NOON],
    ['2026-11-27T12:00:00+0000', NOON],
    ['2026-11-27T14:00:00+02', NOON],
    ['2026-11-27T17:30:00+05:30', NOON],
    ['2026-11-27T07:00:00-0500', NOON],
    ['2026-11-27T12:00:00 UTC', NOON],
    ['20261127T120000Z', NOON],
    ['  2026-11-27T12:00Z ', NOON],
    ['1764244800', 1_764_244_800_000],
    ['1764244800000', 1_764_244_800_000],
    ['2026-11-27', Date.UTC(2026, 10, 27)],
    ['2026-11-27T24:00:00Z', Date.UTC(2026, 10, 28)],
  ])('T03: %s is the right instant', (text, expected) => expect(parseInstant(text)).toBe(expected))

  it.each([
    '',
    ' ',
    'soon',
    '2026-11-27T12:00:00+02:00Z', // contradicts itself
    '2026-02-30T12:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-27T25:00:00Z',
    '2026-11-27T24:30:00Z',
    '2026-11-27T12:61:00Z',
    '2026-11-27T12:00:00+24:00',
    '12:00',
    '0',
    '-1',
    null,
    undefined,
    Number.NaN,
    {},
    ['2026-11-27'],
  ])('T03: %j is unknown, not NaN', (text) => expect(parseInstant(text)).toBeNull())

  it('T03: reads back every instant that ISO can write, and never answers NaN', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(253_402_300_799_999) }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime())
        expect(parseInstant(date.toISOString().slice(0, -1))).toBe(date.getTime())
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => !Number.isNaN(parseInstant(text))))
  })
})

describe('parseDuration', () => {
  it.each([
    ['PT41.286072S', 41_286],
    ['PT0S', 0],
    ['P1DT2H3M4S', 93_784_000],
    ['P2W', 14 * 86_400_000],
    ['PT1,5S', 1_500],
  ])('reads %s', (text, expected) => expect(parseDuration(text)).toBe(expected))
  it.each(['P', 'PT', 'P1DT', 'P1Y', 'P1M', '-PT1S', '41', 'PT', '', null, 41, `PT${'9'.repeat(400)}S`])(
    'answers null for %j',
    (text) => expect(parseDuration(text)).toBeNull(),
  )
})

describe('server clock', () => {
  const httpDate = (ms: number) => new Date(ms).toUTCString()

  it.each([2, -2])('T07: measures an offset when the local clock is %d h wrong', (hours) => {
    const clock = createTestClock(NOON + hours * 3_600_000)
    const server = createServerClock(clock)
    expect(server.offsetMs()).toBe(0)
    const sent = clock.now()
    clock.advance(200)
    server.observe(httpDate(NOON), sent, clock.now())
    expect(Math.abs(server.now() - (NOON + 200))).toBeLessThanOrEqual(600)
    expect(server.toLocal(NOON + 60_000) - (clock.now() + 60_000 - 200)).toBeLessThanOrEqual(600)
  })

  it('T07: narrows the second of the header by further answers', () => {
    const clock = createTestClock(NOON + 3_600_123)
    const server = createServerClock(clock)
    for (let i = 0; i < 40; i += 1) {
      const sent = clock.now()
      clock.advance(20)
      server.observe(httpDate(sent + 10 - 3_600_123), sent, clock.now())
      clock.advance(977)
    }
    expect(Math.abs(server.offsetMs() + 3_600_123)).toBeLessThan(60)
  })

  it('T07: one answer mends a local clock that jumped by an hour', () => {
    const clock = createTestClock(NOON)
    const server = createServerClock(clock)
    server.observe(httpDate(NOON), clock.now(), clock.now())
    clock.jump(3_600_000)
    server.observe(httpDate(NOON), clock.now(), clock.now())
    expect(Math.abs(server.now() - NOON)).toBeLessThanOrEqual(1_000)
  })

  it('T07: ignores absurd headers and exchanges that a jump cut through', () => {
    const clock = createTestClock(NOON)
    const server = createServerClock(clock)
    for (const header of [null, '', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '0']) {
      server.observe(header, NOON, NOON + 5)
    }
    server.observe(httpDate(NOON + 7_200_000), NOON, NOON - 3_600_000)
    server.observe(httpDate(NOON + 7_200_000), NOON, NOON + 3_600_000)
    server.observe(httpDate(NOON + 7_200_000), Number.NaN, NOON)
    expect(server.offsetMs()).toBe(0)
  })

  it('T07: a step of more than a day needs a second answer that agrees', () => {
    const clock = createTestClock(NOON)
    const server = createServerClock(clock)
    const year = 365 * 86_400_000
    server.observe(httpDate(NOON + year), NOON, NOON)
    server.observe(httpDate(NOON), NOON, NOON) // a stray header: forgotten
    server.observe(httpDate(NOON + year), NOON, NOON)
    expect(Math.abs(server.offsetMs())).toBeLessThanOrEqual(1_000)
    server.observe(httpDate(NOON + year), NOON, NOON)
    expect(Math.abs(server.offsetMs() - year)).toBeLessThanOrEqual(1_000)
  })
})

it('R06: reads the date form of headers and nothing else', () => {
  expect(parseHttpDate('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(Date.UTC(2026, 9, 21, 7, 28))
  for (const text of ['Wed, 32 Oct 2026 07:28:00 GMT', 'Wed, 21 Foo 2026 07:28:00 GMT', '120', 'soon', null, 5]) {
    expect(parseHttpDate(text)).toBeNull()
  }
})
