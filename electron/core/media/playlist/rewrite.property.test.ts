import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMediaList, renewMediaList } from '../../replay/session/media.ts'
import { parsePlaylist } from './parse.ts'

const path = fc.stringMatching(/^[A-Za-z0-9%+()'!~._-]{1,20}$/)
const query = fc.stringMatching(/^[A-Za-z0-9%+/=&~'(){}^.-]{0,40}$/)
const segment = fc.record({
  path,
  query,
  ms: fc.integer({ min: 1, max: 20_000_000 }),
  range: fc.option(fc.record({ offset: fc.nat(1e9), length: fc.integer({ min: 1, max: 1e9 }) })),
  gap: fc.boolean(),
  cut: fc.boolean(),
})
const list = fc.array(segment, { minLength: 1, maxLength: 30 }).filter((all) => all.some((s) => !s.gap))
type Sample = typeof list extends fc.Arbitrary<infer T> ? T : never

const textOf = (all: Sample, sign: (query: string) => string, end: string) =>
  [
    '#EXTM3U',
    ...all.flatMap((s) => [
      ...(s.cut ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(s.gap ? ['#EXT-X-GAP'] : []),
      `#EXTINF:${s.ms / 1000},`,
      ...(s.range ? [`#EXT-X-BYTERANGE:${s.range.length}@${s.range.offset}`] : []),
      urlOf(s, sign),
    ]),
  ].join(end)
const urlOf = (s: Sample[number], sign: (query: string) => string) => `https://h.example/${s.path}?${sign(s.query)}`

const read = (text: string) => {
  const result = parsePlaylist(text, null)
  if (!result.ok || result.value.kind !== 'media') throw new Error('not a media playlist')
  return result.value
}

it('P21, P28: addresses survive byte for byte; counts, lengths and ranges are kept', () => {
  fc.assert(
    fc.property(list, fc.constantFrom('\n', '\r\n', '\r'), (all, end) => {
      const { items, text } = createMediaList('s', read(textOf(all, (q) => q, end)))
      expect(items.map((item) => item.url)).toEqual(all.map((s) => urlOf(s, (q) => q)))
      expect(items.map((item) => item.range)).toEqual(all.map((s) => s.range))
      const again = read(text.replaceAll(/^\//gm, 'https://desk/'))
      expect(again.segments.map((s) => [Math.round(s.durationS * 1000), s.gap, s.discontinuity])).toEqual(
        all.map((s) => [s.ms, s.gap, s.cut]),
      )
      expect(again.targetDurationS).toBeGreaterThanOrEqual(Math.max(...all.map((s) => s.ms / 1000)))
      expect(text).not.toContain('h.example')
    }),
  )
})

it('P22: new signatures keep every number and every line of the page', () => {
  fc.assert(
    fc.property(list, (all) => {
      const old = createMediaList('s', read(textOf(all, () => 'X-Amz-Date=1&X-Amz-Signature=old', '\n')))
      const { list: next, changed } = renewMediaList(
        's',
        old,
        read(textOf(all, () => 'X-Amz-Date=2&X-Amz-Signature=new', '\n')),
      )
      expect(changed).toBe(false)
      expect(next.text).toBe(old.text)
      expect(next.items.map((i) => i.name)).toEqual(old.items.map((i) => i.name))
      expect(next.items.every((i) => i.url.endsWith('=new'))).toBe(true)
    }),
  )
})
