import { describe, expect, it } from 'vitest'
import { readingsOf } from './decode-value.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('readings of a revealed value', () => {
  it('lays JSON out, with its letters as they are', () => {
    expect(readingsOf('{"items":3,"note":"żółć 🍪"}')).toEqual([
      { kind: 'JSON', text: '{\n  "items": 3,\n  "note": "żółć 🍪"\n}' },
    ])
  })

  it('decodes percent signs, and what stands inside', () => {
    expect(readingsOf('a%3Db%2F')).toEqual([{ kind: 'URL-decoded', text: 'a=b/' }])
    expect(readingsOf('%7B%22a%22%3A1%7D').map(({ kind }) => kind)).toEqual(['URL-decoded', 'JSON'])
  })

  it('shows header and claims of a token, not its signature', () => {
    const [reading] = readingsOf(`${base64url({ alg: 'HS256' })}.${base64url({ sub: 'ü' })}.c2ln`)
    expect(reading?.kind).toBe('JWT')
    expect(reading?.text).toContain('"alg": "HS256"')
    expect(reading?.text).toContain('"sub": "ü"')
    expect(reading?.text).not.toContain('c2ln')
  })

  it('finds JSON in Base64', () => {
    expect(readingsOf(base64url({ a: 1 }))).toEqual([{ kind: 'Base64', text: '{\n  "a": 1\n}' }])
  })

  it('leaves ordinary values alone', () => {
    for (const value of ['', '1', 'b7c1d0f2a4e84a0f', 's3.5f0e71c94d.8a', '100%', '%zz', '%E0%A4', '{broken', 'true'])
      expect(readingsOf(value)).toEqual([])
  })

  it('ends at once on deep nesting and on much text', () => {
    expect(readingsOf('['.repeat(60_000))).toEqual([])
    expect(readingsOf('['.repeat(10_000) + ']'.repeat(10_000))).toEqual([])
    expect(readingsOf('['.repeat(30) + ']'.repeat(30))).toHaveLength(1)
    expect(readingsOf(`"${'x'.repeat(70_000)}"`)).toEqual([])
  })
})
