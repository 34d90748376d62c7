import { describe, expect, test } from 'vitest'
import { addressHint, type FieldValues, readDraft } from './connect-draft.ts'

const values = (given: Partial<FieldValues>): FieldValues => ({
  baseUrl: 'https://api.example.com',
  key: '',
  userName: '',
  password: '',
  headerPrefix: '',
  label: '',
  ...given,
})

describe('reading the form', () => {
  test('a key, trimmed; empty options are left out', () => {
    expect(readDraft('key', values({ key: '  k-1 ', baseUrl: ' https://api.example.com/v1/ ' }))).toEqual({
      ok: true,
      draft: { baseUrl: 'https://api.example.com/v1/', credentials: { method: 'key', key: 'k-1' } },
    })
  })

  test('a password keeps its spaces', () => {
    const read = readDraft('password', values({ userName: 'ada', password: ' p w ', label: 'Night runs' }))
    expect(read).toEqual({
      ok: true,
      draft: {
        baseUrl: 'https://api.example.com',
        label: 'Night runs',
        credentials: { method: 'password', userName: 'ada', password: ' p w ' },
      },
    })
  })

  test('every field that stops it is named at once', () => {
    const read = readDraft('password', values({ baseUrl: '', headerPrefix: 'X Service' }))
    expect(read.ok ? {} : Object.keys(read.errors).sort()).toEqual(['baseUrl', 'headerPrefix', 'password', 'userName'])
  })

  test('only web addresses, with or without the scheme', () => {
    expect(readDraft('key', values({ key: 'k', baseUrl: 'ftp://x' })).ok).toBe(false)
    expect(readDraft('key', values({ key: 'k', baseUrl: 'https://a b' })).ok).toBe(false)
    expect(readDraft('key', values({ key: 'k', baseUrl: 'localhost:8080' })).ok).toBe(true)
  })
})

test.each([
  ['http://api.example.com', true],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
  ['http://localhost', false],
  ['https://api.example.com', false],
  ['api.example.com', false],
])('%s unprotected: %s', (url, unprotected) =>
  expect(addressHint(url)?.startsWith('With http') ?? false).toBe(unprotected),
)

test('an address with letters of other scripts says which host it is', () => {
  expect(addressHint('https://\u0430pi.example.com')).toContain('Its host is xn--pi-6kc.example.com')
  expect(addressHint('https://api.example.com')).toBeNull()
})
