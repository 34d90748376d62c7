import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, redact } from './redact.ts'

const secretText = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~+/='), minLength: 12, maxLength: 60 })
const prose = fc.string({ maxLength: 60 })

describe('redact', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
    ['sent Bearer sk_live_12345 along', 'sent Bearer [redacted] along'],
    ['Bearer token is missing', 'Bearer token is missing'],
    ['GET https://b.example/v.mp4?X-Amz-Signature=ab&x=1 failed', 'GET https://b.example/v.mp4?[redacted] failed'],
    ['https://anna:pw@h.example/x#t=1', 'https://[redacted]@h.example/x?[redacted]'],
    ['/v.mp4?X-Amz-Signature=ab12&page=2', '/v.mp4?X-Amz-Signature=[redacted]&page=2'],
    ['{"access_token":"abc","name":"n"}', '{"access_token":"[redacted]","name":"n"}'],
    ['{"password":"cut off in the mid', '{"password":"[redacted]"'],
    ['Set-Cookie: a=b; Path=/\nnext', 'Set-Cookie: [redacted]\nnext'],
    ['header › authorization: Field required', 'header › authorization: Field required'],
    ['{"design":"x","signal":"y"}', '{"design":"x","signal":"y"}'],
    ['/v?sig=ab&se=1', '/v?sig=[redacted]&se=1'],
    ['jwt eyJhbGciOiJ.eyJzdWIiOi.c2ln end', 'jwt [redacted] end'],
    ['session 0b1f3c1e-8d9b-4f6e-9a57-0d3f1c2b4a5e?page=1', 'session 0b1f3c1e-8d9b-4f6e-9a57-0d3f1c2b4a5e?page=1'],
  ])('%s', (text, expected) => expect(redact(text)).toBe(expected))

  it('removes a known secret wherever it is and however it is encoded', () => {
    fc.assert(
      fc.property(prose, secretText, prose, (before, secret, after) => {
        const places = [secret, encodeURIComponent(secret), JSON.stringify({ note: secret }), `x=${secret}`]
        for (const place of places) {
          const out = redact(`${before} ${place} ${after}`, [secret])
          expect(out).not.toContain(secret)
          expect(out).not.toContain(encodeURIComponent(secret))
        }
      }),
    )
  })

  it.each([
    ['H17: part of an id', 'demo', 'demo-run-1 of demo', 'demo-run-1 of demo'],
    ['H17: after Bearer', 'demo', 'sent Bearer demo', 'sent Bearer [redacted]'],
    ['H17: called a key', 'demo', 'Invalid key demo.', 'Invalid key [redacted].'],
    [
      'H17: a value under a secret name',
      'demo',
      '{"api_key": "demo", "id": "demo"}',
      '{"api_key":"[redacted]", "id": "demo"}',
    ],
    ['H17: in an address', 'demo', 'https://h.example/x?k=demo', 'https://h.example/x?[redacted]'],
    [
      'H17: a longer word goes as a whole',
      'production',
      'production and production-17',
      '[redacted] and production-17',
    ],
  ])('%s', (_name, secret, text, expected) => expect(redact(text, [secret]).replace('": "[', '":"[')).toBe(expected))

  it('removes an unknown secret after Bearer, in a URL query, in a header and under a secret name', () => {
    const unknown = fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength: 20, maxLength: 60 })
    fc.assert(
      fc.property(
        unknown,
        fc.constantFrom('token', 'refresh_token', 'api_key', 'Signature', 'client_secret'),
        (s, name) => {
          for (const text of [
            `Bearer ${s}`,
            `see https://host.example/a/b?q=${s}&z=1`,
            `https://u:${s}@host.example/`,
            `Authorization: Basic ${s}`,
            `a=1&${name}=${s}`,
            `{"a":1,"${name}" : "${s}"}`,
          ]) {
            expect(redact(text)).not.toContain(s)
          }
        },
      ),
    )
  })

  it('is idempotent and never throws', () => {
    const bits = fc.constantFrom(
      'Bearer ',
      'https://h/p?',
      'token=',
      '"secret":"',
      'cookie: ',
      '[redacted]',
      '\ud800',
      '"',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, prose)), fc.array(fc.string()), (parts, secrets) => {
        const once = redact(parts.join(''), secrets)
        expect(redact(once)).toBe(redact(redact(once)))
      }),
    )
  })

  it('stays fast on hostile text', () => {
    const start = performance.now()
    for (const unit of ['a.', 'a-', '"', 'https://', 'token', 'eyJ', 'cookie:'])
      redact(unit.repeat(65_536 / unit.length))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

it('cut never leaves half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      expect(cut(text, length).isWellFormed()).toBe(true)
    }),
  )
})
