import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCodec } from './clone-codec.ts'

const { encode, decode } = makeCodec()
const roundTrip = <T>(value: T): T => decode(encode(value)) as T

test('keeps what structured clone keeps', () => {
  const value = {
    date: new Date(3),
    missing: undefined,
    minusZero: -0,
    notANumber: Number.NaN,
    infinite: Number.NEGATIVE_INFINITY,
    big: 10n ** 20n,
    map: new Map<unknown, unknown>([[{ key: 1 }, new Set(['a'])]]),
    pattern: /a+/gi,
    bytes: new Uint8Array([1, 2, 255]),
    buffer: new Uint16Array([500, 600]).buffer,
    view: new DataView(new Uint8Array([9, 8, 7]).buffer, 1, 2),
    // biome-ignore lint/suspicious/noSparseArray: a hole must stay a hole.
    sparse: [1, , 3],
    nothing: null,
  }
  expect(roundTrip(value)).toEqual(structuredClone(value))
  expect(1 in roundTrip(value).sparse).toBe(false)
  expect(Object.is(roundTrip(-0), -0)).toBe(true)
})

test('keeps cycles and shared parts', () => {
  const shared = { n: 1 }
  const value: Record<string, unknown> = { a: shared, b: shared }
  value.self = value
  const copy = roundTrip(value)
  expect(copy.self).toBe(copy)
  expect(copy.a).toBe(copy.b)
})

test('keeps the kind and the cause of an error', () => {
  const copy = roundTrip(new RangeError('too far', { cause: new Error('why') }))
  expect(copy).toBeInstanceOf(RangeError)
  expect(copy.message).toBe('too far')
  expect(copy.cause).toBeInstanceOf(Error)
})

test('a key named __proto__ stays a key', () => {
  const copy = roundTrip(JSON.parse('{"__proto__": {"admin": true}}') as Record<string, unknown>)
  expect(Object.keys(copy)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test('refuses what cannot be cloned', () => {
  expect(() => encode({ run: () => 1 })).toThrow(DOMException)
  expect(() => encode(Symbol('s'))).toThrow(DOMException)
})

test('a text passes as it is, whatever it begins with', () => {
  for (const text of ['', 't', '[1,[]]', 't"\\', '\ud83d']) expect(roundTrip(text)).toBe(text)
})

test('a large buffer passes', () => {
  const bytes = new Uint8Array(3_000_000).map((_, at) => at % 251)
  expect(Buffer.compare(roundTrip(bytes), bytes)).toBe(0)
})

test('any plain value comes back the same', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  })
  fc.assert(
    fc.property(anything, (value) => {
      expect(roundTrip(value)).toEqual(structuredClone(value))
    }),
  )
})
