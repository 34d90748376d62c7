import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIdMask, withoutPrivate } from './private.ts'

const known = {
  folders: ['/home/anna', '/home/anna/Videos/Replay Desk', 'C:\\Users\\Anna Bell', '/mnt/my disk'],
  hosts: ['api.secret-shop.example:8443', 'api.secret-shop.example'],
  secrets: ['kq7/Zr+4 9v', 'plain0words0key'],
}
const clean = (text: string) => withoutPrivate(text, known)

it.each([
  ["ENOENT: no such file, open '/home/anna/Videos/Replay Desk/Check out 7.mp4'", "ENOENT: no such file, open '[path]'"],
  ['not written: /mnt/my disk/Tax returns/a.mp4', 'not written: [path]'],
  ['at C:\\Users\\Anna Bell\\App Data\\x.log', 'at [path]'],
  ['/var/tmp/anna/x.part is gone', '[path] is gone'],
  ['D:\\Media\\x.mp4 and \\\\nas\\anna\\y', '[path] and [path]'],
  ['at run (file:///home/anna/app/out/main/index.js:10:5)', 'at run (index.js:10:5)'],
  ['at run (/opt/desk/core/sync.ts:3:1)', 'at run (sync.ts:3:1)'],
  ["Couldn't reach api.secret-shop.example:8443: refused", "Couldn't reach [host]: refused"],
  ['https://API.secret-shop.example/v1/sessions/x?sig=1', 'https://[host]/…'],
  ['50/100 left, and/or so, 3 / 4, {1}/replay', '50/100 left, and/or so, 3 / 4, {1}/replay'],
  ['asked https://bucket.storage.example and (http://10.0.0.1:9/a b)', 'asked https://[host] and (http://[host]/… b)'],
  ['Bearer abcdef123', 'Bearer [redacted]'],
  ['my key is plain0words0key, why?', 'my key is [redacted], why?'],
  ['kq7/Zr+4 9v and kq7%2FZr%2B4%209v', '[redacted] and [redacted]'],
])('%j becomes %j', (text, expected) => {
  expect(clean(text)).toBe(expected)
})

it('nothing below a known folder is left, whatever its name, and doing it twice changes nothing', () => {
  const name = fc
    .stringMatching(/^[\w .,;&-]{1,30}$/)
    .filter((text) => text.trim().length > 3 && !/\.[cm]?[jt]sx?$/.test(text))
  fc.assert(
    fc.property(name, fc.constantFrom(...known.folders), (file, folder) => {
      const out = clean(`open '${folder}${folder.includes('\\') ? '\\' : '/'}${file}' failed`)
      expect(out).toBe("open '[path]' failed")
      expect(clean(out)).toBe(out)
    }),
  )
})

it('ids become numbers, the same id the same number; of a query only counts and flags stay', () => {
  const mask = createIdMask()
  expect(mask('/sessions/abc/replay')).toBe('/sessions/{1}/replay')
  expect(mask('/profiles/anna%40example.com/cookies')).toBe('/profiles/{2}/cookies')
  expect(mask('/managed-auth/connections/abc/functions/login')).toBe('/managed-auth/connections/{1}/functions/login')
  expect(mask('/sessions?page=2&only_active=false&q=anna&access_token=[redacted]')).toBe(
    '/sessions?page=2&only_active=false&…&…',
  )
  expect(mask('/data/cache')).toBe('/data/cache')
})
