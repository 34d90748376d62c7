import { describe, expect, test } from 'vitest'
import { cookieRowModel } from '../../../contract/models/cookie-models.ts'
import { codesOf, testCookie } from '../testing/test-cookies.ts'
import { siteOf } from './hosts.ts'
import { cookieKey } from './meaning.ts'

describe('which hosts a cookie is for', () => {
  test.each([
    ['example.com', true, 'example.com', true, false],
    ['.example.com', false, 'example.com', false, false],
    ['example.com', false, 'example.com', false, true],
    ['.example.com', true, 'example.com', true, true],
    ['example.com', null, 'example.com', true, false],
    ['.example.com', null, 'example.com', false, false],
    ['localhost', null, 'localhost', true, false],
    ['.localhost', false, 'localhost', true, true],
    ['127.0.0.1', null, '127.0.0.1', true, false],
    ['127.0.0.1', false, '127.0.0.1', true, true],
    ['::1', null, '[::1]', true, false],
    ['.Portal.EXAMPLE', null, 'portal.example', false, false],
  ])('C01: %s with hostOnly %j', (domain, given, host, hostOnly, contradicts) => {
    const cookie = testCookie({ domain, hostOnly: given })
    expect([cookie.row.host, cookie.row.hostOnly]).toEqual([host, hostOnly])
    expect(codesOf(cookie).includes('host-only-contradiction')).toBe(contradicts)
    expect(cookie.row.given).toMatchObject({ domain, hostOnly: given })
  })

  test('C12: __Host- is host-only whatever was given; another spelling is an ordinary name', () => {
    expect(testCookie({ name: '__Host-s', domain: '.example.com' }).row.hostOnly).toBe(true)
    expect(testCookie({ name: '__host-s', domain: '.example.com' }).row.hostOnly).toBe(false)
  })

  test.each([
    ['www.example.com', 'example.com'],
    ['.a.b.co.uk', 'b.co.uk'],
    ['a.b.example', 'b.example'],
    ['y.x.github.io', 'x.github.io'],
    ['github.io', 'github.io'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['xn--kda4b0koi.pl', 'xn--kda4b0koi.pl'],
    ['A.Example.COM', 'example.com'],
    ['a..b', 'a..b'],
  ])('the site of %s is %s', (host, site) => {
    expect(siteOf(host)).toBe(site)
    expect(testCookie({ domain: host }).row.site).toBe(site)
  })

  test('party: against the sites of the profile, and unknown without any', () => {
    const sites = new Set(['northgate.example'])
    expect(testCookie({ domain: '.portal.northgate.example' }, { sites }).row.party).toBe('first')
    expect(testCookie({ domain: 'metrics.example' }, { sites }).row.party).toBe('third')
    expect(testCookie({ domain: 'metrics.example' }).row.party).toBeNull()
  })
})

describe('C06: the words of SameSite', () => {
  test.each([
    ['no_restriction', 'None'],
    ['None', 'None'],
    ['none', 'None'],
    ['lax', 'Lax'],
    ['LAX', 'Lax'],
    ['Strict', 'Strict'],
    ['unspecified', 'Lax'],
    ['', 'Lax'],
    [null, 'Lax'],
    [undefined, 'Lax'],
    ['banana', 'Lax'],
    [0, 'Lax'],
  ])('%j means %s', (sameSite, meaning) => {
    const cookie = testCookie({ sameSite })
    expect(cookie.row.sameSite).toBe(meaning)
    expect(cookie.raw.sameSite).toBe(sameSite)
    expect(codesOf(cookie).includes('same-site-unknown')).toBe(sameSite === 'banana')
  })

  test('C07: None without Secure is refused and not mended; unspecified is just Lax', () => {
    const refused = testCookie({ sameSite: 'no_restriction', secure: false })
    expect(refused.row.flags[0]).toMatchObject({ code: 'none-without-secure', severity: 'refused' })
    expect(refused.row.secure).toBe(false)
    const plain = testCookie({ sameSite: 'unspecified', secure: false })
    expect(plain.row.flags.map((flag) => flag.severity)).toEqual(['note'])
  })
})

describe('C08: partitions', () => {
  const top = 'https://top.example'
  test.each([
    [undefined, null],
    [null, null],
    ['', null],
    [top, top],
    [{ topLevelSite: top, hasCrossSiteAncestor: true }, top],
    [{ topLevelSite: '' }, null],
    [7, null],
  ])('%j', (partitionKey, partition) => {
    const cookie = testCookie({ partitionKey, secure: true })
    expect(cookie.row.partition).toBe(partition)
    expect(cookie.row.given.partitionKey).toBe(partition)
    expect(cookie.raw.partitionKey).toEqual(partitionKey)
  })

  test('two cookies that differ in their partition alone are two; so are host-only and domain', () => {
    const rows = [{}, { partitionKey: top }, { hostOnly: false, domain: '.example.com' }, { path: '/a' }, { name: 'm' }]
    expect(new Set(rows.map((fields) => cookieKey(testCookie(fields).row))).size).toBe(rows.length)
    expect(cookieKey(testCookie({ value: 'a', secure: true }).row)).toBe(cookieKey(testCookie({ value: 'b' }).row))
  })
})

describe('what is left out of a record', () => {
  test('C17: path /, not Secure, not HttpOnly, a session cookie', () => {
    const { row } = testCookie()
    expect(row).toMatchObject({ path: '/', secure: false, httpOnly: false, kind: 'session', hostOnly: true })
    expect(cookieRowModel.parse(row)).toEqual(row)
  })

  test('a row has no value and no unknown field of the record', () => {
    const { row, value, raw } = testCookie({ value: 'hidden-4711', extra: 'hidden-4712' })
    expect(JSON.stringify(row)).not.toContain('hidden')
    expect([value, raw.extra]).toEqual(['hidden-4711', 'hidden-4712'])
  })

  test('C14, C16: sizes are bytes of UTF-8', () => {
    expect(testCookie({ name: 'ż', value: 'żółć🍪' }).row).toMatchObject({ valueBytes: 12, sizeBytes: 14 })
    expect(testCookie({ value: '' }).row).toMatchObject({ valueBytes: 0, sizeBytes: 1 })
  })
})
