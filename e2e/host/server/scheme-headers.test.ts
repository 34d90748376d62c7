import { expect, test } from 'vitest'
import { inboundHeaders, outboundHeaders, refusalOf } from './scheme-headers.ts'

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

test('the handler sees our origin, never the secret, and nothing that a custom scheme does not have', () => {
  const raw = ['Host', 'desk.localhost', 'Origin', 'http://desk.localhost', 'Referer', 'http://desk.localhost/a?b']
  const network = ['Accept-Encoding', 'gzip', 'Sec-Fetch-Dest', 'video', 'User-Agent', 'x', 'If-None-Match', '"1"']
  const headers = inboundHeaders([...raw, ...network, 'Cookie', 'a=1; desk_host_key=secret', 'Range', 'bytes=0-'])
  expect(Object.fromEntries(headers)).toEqual({
    origin: 'app://desk',
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

test('what only the network acts on does not reach the page', () => {
  const headers = new Headers({ 'content-type': 'video/mp4', 'content-encoding': 'gzip', connection: 'close' })
  headers.append('set-cookie', 'a=1')
  headers.append('strict-transport-security', 'max-age=1')
  expect(outboundHeaders(headers)).toEqual({ 'content-type': 'video/mp4' })
})
