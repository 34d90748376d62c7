import { expect, test } from 'vitest'
import { createClock } from '../../base/clock.ts'
import { createService } from '../service.ts'

const KEY = 'sk_live/4f9Zq+aQ27xT"n'
const escaped = [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const html = [...KEY].map((sign) => `&#${sign.charCodeAt(0)};`).join('')
const base64 = Buffer.from(`Bearer ${KEY}`).toString('base64')
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** JSON text in which every field repeats the key in another dress. */
const said = (dress: string): string => {
  const session = `{"session_id":"s-1","id":"s-1","profile_id":"p-1","name":"${dress}","title":"${dress}","error":"${dress}",
    "status":"${dress}","version":"${dress}","description":"${dress}","source":"${dress}","code":"${dress}","value":"${dress}",
    "domain":"example.com","path":"/","mp4_url":"https://h.example/a.mp4?x=${dress}","created_at":"${dress}"}`
  return `{"items":[${session}],"sessions":[${session}],"profiles":[${session}],"cookies":[${session}],"total":1,"has_next":false,
    ${session.slice(1)}`
}

test.each([
  ['as it is', JSON.stringify(KEY).slice(1, -1), 200],
  ['escaped', escaped, 200],
  ['for a page', html, 200],
  ['in Base64', base64, 200],
  ['escaped, in an error', escaped, 400],
  ['for a page, in an error', html, 500],
  ['in Base64, in an error', base64, 403],
])('a key that the service repeats %s gets no further than the wire', async (_name, dress, status) => {
  const journal: unknown[] = []
  const service = createService({
    accountId: 'a',
    baseUrl: 'https://api.example.com',
    headerPrefix: 'X-Service-',
    version: '1',
    token: async () => KEY,
    fetch: async () =>
      new Response(said(dress), { status, headers: { 'content-type': 'application/json', 'x-said': html } }),
    clock: createClock(),
    journal: (...row) => void journal.push(row),
    log: quiet,
    limits: { tries: 1 },
  })
  const answers = await Promise.all([
    service.health(),
    service.session('s-1'),
    service.sessions(1),
    service.profiles(1),
    service.cookies('p-1'),
    service.replay('s-1'),
    service.getFunction('c-1', 'login'),
    service.putFunction('c-1', 'login', 'source'),
    service.cachePolicy({}),
    service.usage(),
  ])
  service.dispose()
  const all = JSON.stringify([answers, journal])
  for (const form of [KEY, JSON.stringify(KEY).slice(1, -1), html, base64, escaped.slice(1), 'sk_live']) {
    expect(all).not.toContain(form)
  }
  expect(all).toContain('[redacted]')
  expect(answers.filter(({ ok }) => ok).length > 0).toBe(status === 200)
})
