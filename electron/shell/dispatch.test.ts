import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Handlers, type OperationName, operations } from '../contract/operations.ts'
import { ok } from '../contract/result.ts'
import { crossesAsText, dispatch, isTrustedSender } from './dispatch.ts'

const names = Object.keys(operations) as OperationName[]
const page = { origin: 'app://desk', parent: null }
const lines: string[] = []
const log = { info: () => {}, warn: () => {}, error: (line: string) => void lines.push(line) }
const called: [string, unknown][] = []
const handlers = Object.fromEntries(
  names.map((name) => [name, async (input: unknown) => (called.push([name, input]), ok(undefined))]),
) as unknown as Handlers

test.each([
  [null, false],
  [{ origin: 'app://desk', parent: {} }, false],
  [{ origin: 'https://desk', parent: null }, false],
  [{ origin: 'app://desk.evil', parent: null }, false],
  [{ origin: 'null', parent: null }, false],
  [page, true],
])('sender %j is trusted: %s', (frame, trusted) => {
  expect(isTrustedSender(frame)).toBe(trusted)
})

test('a foreign sender reaches no handler', async () => {
  called.length = 0
  expect(
    await dispatch(handlers, log, { origin: 'https://evil.example', parent: null }, 'settings.get', undefined),
  ).toMatchObject({
    ok: false,
    problem: { code: 'untrusted' },
  })
  expect(called).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString', 'nope', '', 7, null, undefined, {}])(
  '%j is no operation',
  async (name) => {
    expect(await dispatch(handlers, log, page, name, undefined)).toMatchObject({
      ok: false,
      problem: { code: 'invalid-input' },
    })
  },
)

test('every operation answers hostile input with a result, and no handler sees what its schema refuses', async () => {
  const hostile = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
    fc.constantFrom({ __proto__: { admin: true } }, [[[[]]]], 'x'.repeat(100_000), Number.NaN, -0, {
      sessionId: '../../x',
      atMs: -1,
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), hostile, async (name, input) => {
      called.length = 0
      const result = await dispatch(handlers, log, page, name, input)
      expect(typeof result.ok).toBe('boolean')
      expect(called.length).toBe(operations[name].input.safeParse(input).success ? 1 : 0)
    }),
    { numRuns: 500 },
  )
})

test('a handler that throws becomes a problem, and the log does not hold the input', async () => {
  const broken = { ...handlers, 'link.copyText': () => Promise.reject(new TypeError('boom')) } as Handlers
  const result = await dispatch(broken, log, page, 'link.copyText', { sessionId: 'planted-secret', atMs: 1 })
  expect(result).toMatchObject({ ok: false, problem: { code: 'internal' } })
  expect(lines.join()).toContain('boom')
  expect(lines.join()).not.toContain('planted-secret')
})

test('answers with thousands of rows cross as text, and no name of an object does', () => {
  expect(names.filter(crossesAsText)).toContain('cookies.read')
  expect(['settings.get', 'toString', '__proto__', undefined].filter(crossesAsText)).toEqual([])
})
