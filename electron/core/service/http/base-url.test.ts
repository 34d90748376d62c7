import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normaliseBaseUrl } from './base-url.ts'

it.each([
  ['api.example.com', 'https://api.example.com'],
  ['  https://API.example.com/  ', 'https://api.example.com'],
  ['api.example.com/v1//', 'https://api.example.com/v1'],
  ['https://api.example.com:443/v1', 'https://api.example.com/v1'],
  ['api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
  ['//api.example.com', 'https://api.example.com'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['http://127.0.0.1:80/x/', 'http://127.0.0.1/x'],
  ['http://[::1]:9/x', 'http://[::1]:9/x'],
  ['https://h.example/a/../b', 'https://h.example/b'],
])('%s becomes %s', (typed, expected) => expect(normaliseBaseUrl(typed)).toEqual({ ok: true, value: expected }))

it.each([
  ['', /Enter the address/],
  ['http://api.example.com', /sent unencrypted/],
  ['http://127.0.0.1.evil.example', /sent unencrypted/],
  ['http://localhost.evil.example', /sent unencrypted/],
  ['ftp://api.example.com', /must start with https/],
  ['javascript:alert(1)', /must start with https|not a web address/],
  ['file:///etc/passwd', /not a web address|must start/],
  ['https://anna:pw@api.example.com', /user name or a password/],
  ['anna@api.example.com', /user name or a password/],
  ['https://api.example.com?key=1', /after \? or #/],
  ['https://api.example.com#x', /after \? or #/],
  ['https://', /not a web address/],
  ['api example.com', /space/],
  ['https://api.exa\nmple.com', /space/],
])('refuses %s with a sentence', (typed, sentence) => {
  const result = normaliseBaseUrl(typed)
  expect(result).toMatchObject({
    ok: false,
    problem: { code: 'invalid-input', message: expect.stringMatching(sentence) },
  })
})

it('never repeats what was typed in a refusal and always answers', () => {
  expect(JSON.stringify(normaliseBaseUrl('https://u:hunter2secret@h.example'))).not.toContain('hunter2secret')
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
      const result = normaliseBaseUrl(typed)
      if (result.ok) expect(normaliseBaseUrl(result.value)).toEqual(result)
    }),
  )
})
