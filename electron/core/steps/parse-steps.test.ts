import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_STEPS, sessionStepsModel } from '../../contract/models/step-models.ts'
import { parseSteps } from './parse-steps.ts'

const one = async (entry: unknown, durationMs: number | null = null) => (await parseSteps([entry], durationMs)).steps[0]

test('reads what the sample service sends', async () => {
  expect(await one({ atMs: 56_334, action: 'observe', text: 'Wrong one-time code' })).toEqual({
    atMs: 56_334,
    at: null,
    action: 'observe',
    text: 'Wrong one-time code',
    url: null,
    failed: false,
    json: null,
  })
  expect(await one({ index: 3, action: 'observe', success: true })).toMatchObject({
    action: 'observe',
    failed: false,
    atMs: null,
    json: null,
  })
})

test.each([
  ['an offset in ms', { atMs: 1_500 }, 1_500, null],
  ['an offset in seconds by its name', { elapsed_s: 90 }, 90_000, null],
  ['an offset in seconds by its name in camel case', { timeS: 90 }, 90_000, null],
  ['a fraction, so seconds', { time: 12.25 }, 12_250, null],
  ['whole numbers within the session, so seconds', { offset: 56 }, 56_000, null],
  ['whole numbers beyond the session, so ms', { offset: 56_000 }, 56_000, null],
  ['a clock', { t: '1:02:03.5' }, 3_723_500, null],
  ['an ISO duration', { at: 'PT56S' }, 56_000, null],
  ['an ISO date', { timestamp: '2026-08-06T18:00:00+02:00' }, null, 1_786_032_000_000],
  ['an ISO date without a zone, so UTC', { created_at: '2026-08-06T16:00:00' }, null, 1_786_032_000_000],
  ['seconds since 1970', { ts: 1_786_032_000.25 }, null, 1_786_032_000_250],
  ['ms since 1970', { startedAt: 1_786_032_000_000 }, null, 1_786_032_000_000],
  ['µs since 1970', { time: 1_786_032_000_000_000 }, null, 1_786_032_000_000],
  ['digits as text', { timestamp: '1786032000' }, null, 1_786_032_000_000],
  ['a time inside an object', { metadata: { step_start_time: 1_786_032_000.5 } }, null, 1_786_032_000_500],
  ['no time', { time: 'soon' }, null, null],
  ['a time before the start', { time: -4 }, null, null],
  ['a time after every recording', { atMs: 900_000_000 }, null, null],
])('finds the time: %s', async (_name, entry, atMs, at) => {
  expect(await one(entry, 100_000)).toMatchObject({ atMs, at })
})

test('reads an entry of an agent that nests what it did', async () => {
  const step = await one({
    metadata: { step_start_time: 1_786_032_000.5, step_number: 3 },
    model_output: { next_goal: 'Open the invoices', action: [{ click_element: { index: 4 } }] },
    state: { url: 'https://portal.example/invoices?token=abc', title: 'Invoices' },
  })
  expect(step).toMatchObject({
    at: 1_786_032_000_500,
    action: 'click_element',
    text: 'Open the invoices',
    url: 'https://portal.example/invoices?[redacted]',
  })
  expect(step?.json).toContain('"step_number": 3')
})

test.each([
  [{ action: 'click', success: false }, null],
  [{ action: 'click', status: 'failed' }, null],
  [{ action: 'click', error: 'No such element' }, 'No such element'],
  [{ action: 'click', text: 'Pay', error: { message: 'Timed out' } }, 'Pay · Timed out'],
])('says that a step failed: %j', async (entry, text) => {
  expect(await one(entry)).toMatchObject({ failed: true, text })
  expect(await one({ action: 'click', success: true, error: null })).toMatchObject({ failed: false })
})

test('what cannot be read is kept as its JSON, without secrets', async () => {
  expect(await one({ action: 'type', colour: 'red', password: 'hunter2' })).toMatchObject({
    action: 'type',
    json: '{\n  "action": "type",\n  "colour": "red",\n  "password": "[redacted]"\n}',
  })
  expect(await one([1, { deep: [true] }])).toMatchObject({ action: null, text: null, json: expect.any(String) })
  expect(await one('Opened the page')).toMatchObject({ text: 'Opened the page', json: null })
})

test('counts what is beyond the bound, and takes what is no list as none', async () => {
  const many = await parseSteps(
    Array.from({ length: MOST_STEPS + 7 }, (_, i) => ({ atMs: i })),
    null,
  )
  expect(many.steps).toHaveLength(MOST_STEPS)
  expect(many.omitted).toBe(7)
  for (const none of [null, undefined, 5, 'steps', { 0: 'a' }])
    expect(await parseSteps(none, null)).toEqual({ steps: [], omitted: 0 })
})

test('any JSON gives steps of the model, never a throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 6 }), { maxLength: 20 }), fc.nat(), async (list, length) => {
      const read = await parseSteps(list, length)
      expect(sessionStepsModel.parse(read)).toEqual(read)
      expect(read.steps).toHaveLength(list.length)
    }),
  )
})

test('the fields that are looked for may hold anything', async () => {
  const key = fc.constantFrom(
    'at',
    'time',
    'atMs',
    'ts',
    'action',
    'type',
    'text',
    'url',
    'error',
    'status',
    'step',
    'x',
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.date().map(String),
    fc.double(),
    fc.string({ unit: 'binary' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.dictionary(key, value), { maxLength: 10 }), async (list) => {
      const read = await parseSteps(list, null)
      expect(sessionStepsModel.parse(read)).toEqual(read)
    }),
  )
})

test('a long or deep entry costs no more than a short one', async () => {
  let deep: unknown = 'end'
  for (let i = 0; i < 1_400; i += 1) deep = i % 2 === 0 ? [deep] : { next: deep }
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, i]))
  const long = { text: 'a '.repeat(2_000_000), x: 'b'.repeat(2_000_000) }
  for (const entry of [deep, wide, long]) {
    const step = await one(entry)
    expect(step?.json?.length ?? 0).toBeLessThan(20_000)
    expect(step?.text?.length ?? 0).toBeLessThan(500)
  }
  const large = Object.fromEntries(Object.entries(wide).slice(0, 120))
  const began = performance.now()
  await parseSteps(
    Array.from({ length: MOST_STEPS }, () => ({ ...large })),
    null,
  )
  expect(performance.now() - began).toBeLessThan(5_000) // some 300 ms on a machine without other work
})
