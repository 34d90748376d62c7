import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../electron/contract/result.ts'
import { countHint, EMPTY_FORM, formOf, readCount, refusalOf, refusedFields, requestOf, spanText } from './fields.ts'

describe('numbers while they are typed', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['0', 0],
    [' 60 ', 60],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
  ])('%j is %s', (text, value) => expect(readCount(text)).toEqual({ value, error: null }))
  it.each([
    ['-1', 'Must be 0 or more.'],
    ['1.5', 'A whole number, digits only.'],
    ['1e3', 'A whole number, digits only.'],
    ['1 000', 'A whole number, digits only.'],
    ['١', 'A whole number, digits only.'],
    ['9007199254740992', 'At most 9007199254740991.'],
  ])('%j: %s', (text, error) => expect(readCount(text)).toEqual({ value: undefined, error }))
  it.each([
    [86_400_000, '= 1 d'],
    [90_000, '= 1 min 30 s'],
    [1_500, '= 1 s 500 ms'],
    [93_784_005, '≈ 1 d 2 h 3 min'],
    [1, '= 1 ms'],
    [Number.MAX_SAFE_INTEGER, '≈ 104,249,991 d 8 h 59 min'],
  ])('%i ms is said as %s', (ms, words) => expect(spanText(ms)).toBe(words))
  it('zero says what it does, nothing says that it is not sent', () => {
    expect(countHint('maxAge', 0)).toBe('0 forces a refresh.')
    expect(countHint('ttl', 0)).toBe('0 bypasses caching.')
    expect(countHint('ttl', 86_400)).toBe('= 1 d')
    expect(countHint('maxAge', undefined)).toContain('Not sent')
  })
})

describe('the question', () => {
  it('holds what is given, zero included, and comes back into the controls', () => {
    expect(requestOf(EMPTY_FORM)).toEqual({})
    const form = { mode: 'bypass', maxAge: '0', ttl: '60' } as const
    expect(requestOf(form)).toEqual({ mode: 'bypass', maxAgeMs: 0, ttlSeconds: 60 })
    expect(formOf(requestOf(form) ?? {})).toEqual(form)
  })
  it('is none while a number is wrong', () => {
    expect(requestOf({ ...EMPTY_FORM, ttl: '-1' })).toBe(null)
    expect(requestOf({ ...EMPTY_FORM, maxAge: 'x' })).toBe(null)
  })
})

describe('E01: a refusal stands at the control it names', () => {
  const problem = (...paths: (string | number)[][]): Problem => ({
    code: 'rejected',
    message: 'The service rejected the values (422).',
    fields: paths.map((path) => ({ path, message: `not ${path.at(-1)}` })),
  })
  it.each([['X-Service-Cache-Max-Age-Ms'], ['x-service-cache-max-age-ms'], ['x_service_cache_max_age_ms']])(
    '%s',
    (name) => {
      expect(refusedFields('X-Service-', problem(['header', name]))).toEqual({ maxAge: `not ${name}` })
    },
  )
  it('with the prefix of the connection, the first sentence of each, and nothing of others', () => {
    const found = problem(['header', 'X-Acme-Cache-Mode'], ['X-ACME-CACHE-TTL-SECONDS'], ['header', 'authorization'])
    expect(refusedFields('X-Acme-', found)).toEqual({
      mode: 'not X-Acme-Cache-Mode',
      ttl: 'not X-ACME-CACHE-TTL-SECONDS',
    })
    expect(refusedFields('X-Service-', found)).toEqual({})
    expect(refusedFields('X-Service-', null)).toEqual({})
    expect(refusedFields('X-Service-', problem(['constructor'], ['__proto__'], [0]))).toEqual({})
  })
  it('and is not said twice; what belongs to no control is', () => {
    const mode = ['header', 'X-Service-Cache-Mode']
    expect(refusalOf('X-Service-', { ...problem(mode), status: 422 })).toMatchObject({
      message: 'The service rejected the request (422).',
      next: 'See the message at each field.',
    })
    expect(refusalOf('X-Service-', problem(mode, ['query', 'page'])).next).toBe(
      'See the message at each field. Also: query › page: not page.',
    )
    const other = problem(['query', 'page'])
    expect(refusalOf('X-Service-', other)).toBe(other)
  })
})
