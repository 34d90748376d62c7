import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLink, linkIn, parseLink } from '../../deep-links.ts'
import { parseIds } from '../../ids/parse-ids.ts'
import { signatureExpiry } from '../../media/lease/signature-expiry.ts'
import { listFingerprint } from '../../media/playlist/identity.ts'
import { bestVariant, parsePlaylist } from '../../media/playlist/parse.ts'
import { resolveAddress } from '../../media/playlist/resolve.ts'
import { writePlaylist } from '../../media/playlist/write.ts'
import { reachOf, readAddress } from '../../media/storage/addresses.ts'
import { readContentRange, readRange, readUnsatisfied, resolveRange } from '../../media/storage/ranges.ts'
import { normaliseBaseUrl } from '../../service/http/base-url.ts'
import { headerLines } from '../../service/http/headers.ts'
import { pauseAfter429, readRate, readRetryAfter } from '../../service/limits/rate-headers.ts'
import { holds, hostileText, wordsOf } from './hostile-text.ts'

const LIMIT_MS = 60_000

test('playlists: a clean list of our own paths, or a problem', { timeout: LIMIT_MS }, async () => {
  const words = wordsOf(
    '#EXTM3U\n¦#EXTINF:4,\n¦#EXTINF:-1e99,\n¦#EXT-X-BYTERANGE:10@0\n¦#EXT-X-BYTERANGE:999999999999999\n¦#EXT-X-GAP\n' +
      '¦#EXT-X-DISCONTINUITY\n¦#EXT-X-KEY:METHOD=AES-128,URI="https://h/k"\n¦#EXT-X-KEY:METHOD=¦#EXT-X-ENDLIST\n' +
      '¦#EXT-X-MAP:URI="i.mp4",BYTERANGE="8@0"\n¦#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x3\n' +
      '¦#EXT-X-MEDIA-SEQUENCE:9007199254740993\n¦#EXT-X-TARGETDURATION:NaN\n¦https://h/a.ts?Signature=1\n¦//h/b.ts\n' +
      '¦../c.ts?x=1&y\n¦A¦A=¦"¦,¦=¦ ¦\r¦\ufeff¦\0¦-¦:¦#EXT¦?a&',
  )
  const text = hostileText(words).chain((body) =>
    fc.constantFrom(body, `#EXTM3U\n${body}`, `#EXTM3U\n#EXTINF:1,\nhttps://h/0\n${body}`),
  )
  const base = fc.constantFrom(null, 'https://h.example/p/list.m3u8?sig=x')
  await holds(400, fc.tuple(text, base), ([list, from]) => {
    const read = parsePlaylist(list, from)
    if (!read.ok) expect(read.problem.code).toBe('bad-playlist')
    else if (read.value.kind === 'multivariant') expect(bestVariant(read.value).url).not.toBe('')
    else {
      const names = { segment: (n: number) => `/s/${n}`, init: () => '/i', key: () => '/k' }
      expect(writePlaylist(read.value, names)).not.toMatch(/https?:|\/\/h|NaN|Infinity|[^\x20-\x7e\n]/)
      expect(listFingerprint(read.value)).toMatch(/^[0-9a-f]{64}$/)
    }
  })
})

test('ids: each of them one text without blanks around it, the rest counted', { timeout: LIMIT_MS }, async () => {
  const words = wordsOf(
    '{"id":"a"}¦[¦{¦"¦session_id,title\n¦sep=;\n¦;¦,¦\t¦|¦\n¦\r\n¦# ¦ #¦ ¦- ¦https://h/sessions/¦%2e¦/' +
      '¦0b9a8c7d-1111-4222-8333-444455556666¦run-7¦)¦\ufeff',
  )
  const kind = fc.constantFrom('session' as const, 'profile' as const)
  await holds(300, fc.tuple(hostileText(words), kind), async ([text, of]) => {
    const { ids, unusable, examples } = await parseIds(text, of)
    for (const id of ids) expect(id.length > 0 && id.length <= 1_024 && id.trim() === id).toBe(true)
    expect(examples.length).toBeLessThanOrEqual(Math.min(3, unusable))
  })
})

test('headers: finite numbers, ranges that fit, lines without a credential', { timeout: LIMIT_MS }, async () => {
  const words = wordsOf(
    `60¦,¦;w=60¦1e9¦${'9'.repeat(30)}¦-1¦NaN¦bytes ¦bytes=¦-¦/¦*¦0-9/10¦Sat, 28 Nov 2026 10:00:00 GMT` +
      '¦2026-11-28T10:00:00¦Bearer planted¦eyJ¦.¦\t¦ ¦=¦"¦https://¦@',
  )
  const now = 1_795_000_000_000
  const value = hostileText(words, 8_000).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))
  await holds(400, fc.tuple(value, value, value, fc.nat(2 ** 40)), ([a, b, c, size]) => {
    const headers = new Headers({
      'x-ratelimit-limit': a,
      'x-ratelimit-remaining': b,
      'x-ratelimit-reset': c,
      'retry-after': a,
    })
    const { limit, remaining, resetInMs } = readRate(headers, now)
    const retryAfterMs = readRetryAfter(headers, now)
    for (const number of [limit, remaining, resetInMs, retryAfterMs]) expect(number ?? 0).not.toBeNaN()
    expect(pauseAfter429({ retryAfterMs, resetInMs }, 3, 0.5)).toBeLessThanOrEqual(300_000)
    const range = resolveRange(readRange(a), size)
    if (range.kind === 'part') expect(range.first <= range.last && range.last < size).toBe(true)
    const content = readContentRange(b)
    expect(content === null || (content.first <= content.last && Number.isSafeInteger(content.last))).toBe(true)
    expect(Number.isSafeInteger(readUnsatisfied(c) ?? 0)).toBe(true)
    const sent: [string, string][] = [
      ['authorization', `Bearer ${a}`],
      ['x-a', `Bearer planted-key ${b}`],
    ]
    const [first, second] = headerLines(sent, [])
    expect(first?.[1]).toBe('Bearer [redacted]')
    expect(second?.[1]).not.toContain('planted-key')
  })
})

test('deep links: one session with a time that is one, or nothing', { timeout: LIMIT_MS }, async () => {
  const words = wordsOf(
    'replaydesk://session/¦REPLAYDESK://¦%2F¦%¦%00¦%ud800¦?¦#¦t=¦1e309¦-0¦&¦account=¦label=¦/¦..¦=¦a¦\ud800¦ ¦\n',
  )
  await holds(600, fc.array(hostileText(words), { maxLength: 4 }), (argv) => {
    const link = linkIn([...argv, `replaydesk://session/${argv[0] ?? ''}`])
    if (!link) return
    const { sessionId, atMs, account, label } = link
    expect(sessionId.length > 0 && sessionId.length <= 1_024).toBe(true)
    expect(atMs === null || (Number.isSafeInteger(atMs) && atMs >= 0)).toBe(true)
    if (![sessionId, account ?? '', label ?? ''].every((text) => text.isWellFormed())) return
    expect(parseLink(formatLink(link))).toEqual({ ...link, atMs: atMs === null ? null : Math.round(atMs / 100) * 100 })
  })
})

test('addresses: https, or http to this machine, whole and without a user', { timeout: LIMIT_MS }, async () => {
  const words = wordsOf(
    'https://¦http://¦HTTPS:¦//¦h.example¦127.0.0.1¦[::1]¦[::ffff:7f00:1]¦2130706433¦0x7f.1¦localhost¦.localhost¦@¦:' +
      '¦\\¦/¦?¦#¦%¦&X-Amz-Expires=¦&X-Amz-Date=20261128T000000Z¦..¦ ¦\t¦ü¦\ud800¦。¦[¦]',
  )
  const loopback = String.raw`(?:localhost|[\w.-]+\.localhost|127\.[\d.]+|\[::1\])(?::\d+)?`
  const good = new RegExp(`^(?:https://[^/@?#]+|http://${loopback})(?:/[^?#]*)?$`)
  await holds(800, fc.tuple(hostileText(words, 5_000), hostileText(words, 500)), ([text, base]) => {
    const typed = normaliseBaseUrl(text)
    if (typed.ok) expect(typed.value).toMatch(good)
    else expect(typed.problem.code).toBe('invalid-input')
    const target = readAddress(text)
    if (target.ok) {
      const { secure, host, port, requestTarget } = target.value
      expect(requestTarget).toMatch(/^\/[\x21-\x7e]*$/)
      expect(port).toBeGreaterThan(0)
      expect(secure || /^(?:127\.|::1$|::ffff:7f|(?:.*\.)?localhost$)/.test(host)).toBe(true)
    }
    const resolved = resolveAddress(text, base)
    expect(resolved.ok ? typeof resolved.value : resolved.problem.code).toMatch(/^(?:string|bad-playlist)$/)
    expect(signatureExpiry(text) ?? 0).not.toBeNaN()
  })
})

test('addresses: an IPv4 address reaches as far inside an IPv6 one as by itself', async () => {
  await holds(500, fc.ipV4(), (ip) => {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
    const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
    const forms = [`::ffff:${ip}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`]
    expect(forms.map(reachOf)).toEqual(forms.map(() => reachOf(ip)))
  })
  await holds(500, fc.ipV6(), (ip) => {
    expect(['public', 'private', 'loopback', 'never']).toContain(reachOf(ip))
  })
})
