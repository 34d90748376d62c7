import { expect, test } from 'vitest'
import { inboundHeaders, outboundHeaders, refusalOf } from './headers.ts'

const good = { host: 'desk.localhost', cookie: 'other=1; desk_host_key=secret', site: 'same-origin' }

test('our own page may pass, also on its first load and without fetch metadata', () => {
  expect(refusalOf(good, 'secret')).toBeNull()
  expect(refusalOf({ ...good, site: 'none' }, 'secret')).toBeNull()
  expect(refusalOf({ ...good, site: undefined }, 'secret')).toBeNull()
})

test.each([
  ['a foreign host', { ...good, host: '127.0.0.1:4000' }, 'host'],
  ['a host that only begins like ours', { ...good, host: 'desk.localhost.example.com' }, 'host'],
  ['no host', { ...good, host: undefined }, 'host'],
  ['no cookie', { ...good, cookie: undefined }, 'cookie'],
  ['another secret', { ...good, cookie: 'desk_host_key=secret2' }, 'cookie'],
  ['a page of another site', { ...good, site: 'cross-site' }, 'site'],
  ['another port of this machine', { ...good, site: 'same-site' }, 'site'],
])('refuses %s', (_name, caller, reason) => {
  expect(refusalOf(caller, 'secret')).toBe(reason)
})

test('the handler sees our origin and never the secret', () => {
  const raw = ['Host', 'desk.localhost', 'Origin', 'http://desk.localhost', 'Referer', 'http://desk.localhost/a?b']
  const headers = inboundHeaders([...raw, 'Cookie', 'a=1; desk_host_key=secret; b=2', 'Range', 'bytes=0-'])
  expect(Object.fromEntries(headers)).toEqual({
    origin: 'app://desk',
    referer: 'app://desk/a?b',
    cookie: 'a=1; b=2',
    range: 'bytes=0-',
  })
})

test('an origin that only begins like ours stays foreign', () => {
  expect(inboundHeaders(['Origin', 'http://desk.localhost.example.com']).get('origin')).toBe(
    'http://desk.localhost.example.com',
  )
})

test('the page sees its own origin, and other headers untouched', () => {
  const headers = new Headers({
    location: 'app://desk/b',
    'x-note': 'app://desk',
    'access-control-allow-origin': 'app://desk',
  })
  expect(outboundHeaders(headers)).toEqual({
    location: 'http://desk.localhost/b',
    'x-note': 'app://desk',
    'access-control-allow-origin': 'http://desk.localhost',
  })
})
