import { describe, expect, it } from 'vitest'
import { unmeasured, withMeasured } from './lengths.ts'
import type { MediaPlaylist } from './model.ts'
import { bestVariant, parsePlaylist } from './parse.ts'
import { writePlaylist } from './write.ts'

const plain = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:6',
  '#EXTINF:6.0,',
  'https://h/0.ts?X-Amz-Signature=a+b/c=',
  '#EXTINF:6.0,',
  'https://h/1.ts?X-Amz-Signature=d',
  '#EXTINF:3.5,',
  'https://h/2.ts?X-Amz-Signature=e',
  '#EXT-X-ENDLIST',
]

const read = (text: string, base: string | null = null): MediaPlaylist => {
  const result = parsePlaylist(text, base)
  if (!result.ok) throw new Error(result.problem.message)
  if (result.value.kind !== 'media') throw new Error('multivariant')
  return result.value
}
const refused = (text: string, base: string | null = null) => {
  const result = parsePlaylist(text, base)
  return result.ok ? null : result.problem
}
const urls = (list: MediaPlaylist) => list.segments.map((s) => s.url)
const written = (list: MediaPlaylist) =>
  writePlaylist(list, { segment: (i) => `/m/${i}`, init: ({ url }) => `/i/${url}`, key: ({ url }) => `/k/${url}` })

const standard = urls(read(plain.join('\n')))

describe('text that players choke on', () => {
  it.each([
    ['P01: a byte-order mark', `\ufeff${plain.join('\n')}`],
    ['P01: blank lines in front', `\n\n${plain.join('\n')}`],
    ['P02: CRLF', plain.join('\r\n')],
    ['P02: no line end at the end', plain.join('\n')],
    ['P02: mixed line ends', plain.map((line, i) => line + (['\n', '\r\n', '\r'][i % 3] ?? '')).join('')],
    ['P03: every line indented, blanks at the ends', plain.map((line) => `    ${line}  `).join('\n')],
  ])('%s gives the same three addresses', (_name, text) => {
    const list = read(text)
    expect(urls(list)).toEqual(standard)
    expect(list.durationMs).toBe(15_500)
  })

  it.each([
    ['empty', ''],
    ['blanks', '   '],
    ['XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['JSON', '{"detail":"x"}'],
    ['header only', '#EXTM3U\n'],
    ['no segments', '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n'],
    ['a look-alike header', '#EXTM3U8\n#EXTINF:1,\nhttps://h/0.ts'],
  ])('P05: %s is no playlist', (_name, text) => {
    expect(refused(text)?.code).toBe('bad-playlist')
  })

  it.each([
    ['VOD without end', ['#EXT-X-PLAYLIST-TYPE:VOD']],
    ['EVENT without end', ['#EXT-X-PLAYLIST-TYPE:EVENT']],
    ['EVENT with end', ['#EXT-X-PLAYLIST-TYPE:EVENT', '#EXT-X-ENDLIST']],
  ])('P06: %s is written as finished', (_name, tags) => {
    const body = plain.slice(1, -1)
    const end = tags.filter((t) => t === '#EXT-X-ENDLIST')
    const text = written(read(['#EXTM3U', ...tags.filter((t) => t !== '#EXT-X-ENDLIST'), ...body, ...end].join('\n')))
    expect(text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
    expect(text.match(/#EXT-X-ENDLIST/g)).toHaveLength(1)
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
    expect(text).not.toContain('EVENT')
  })

  it.each([
    ['5.005', ['#EXT-X-TARGETDURATION:5.005'], 6],
    ['0.5', ['#EXT-X-TARGETDURATION:0.5'], 6],
    ['a blank', ['#EXT-X-TARGETDURATION: 6'], 6],
    ['absent', [], 6],
    ['twice', ['#EXT-X-TARGETDURATION:6', '#EXT-X-TARGETDURATION:9'], 9],
    ['rubbish', ['#EXT-X-TARGETDURATION:abc'], 6],
  ])('P07: target duration %s becomes one integer', (_name, tags, expected) => {
    const text = written(read(['#EXTM3U', ...tags, ...plain.slice(2)].join('\n')))
    expect(text.match(/#EXT-X-TARGETDURATION:.*/g)).toEqual([`#EXT-X-TARGETDURATION:${expected}`])
  })

  it.each([['empty'], ['missing']] as const)(
    'P09: a last segment of length 0 that is %s is left out and said',
    (found) => {
      const list = read([...plain.slice(0, -1), '#EXTINF:0.000000,', 'https://h/empty.ts', '#EXT-X-ENDLIST'].join('\n'))
      expect(unmeasured(list)).toEqual([3])
      const measured = withMeasured(list, new Map([[3, found]]))
      expect(urls(measured)).toEqual(standard)
      expect(measured.durationMs).toBe(15_500)
      expect(measured.warnings).toEqual(['1 part without video left out of the playlist.'])
    },
  )

  it.each([
    ['missing', []],
    ['zero', ['#EXTINF:0,']],
    ['negative', ['#EXTINF:-3,']],
    ['no number', ['#EXTINF:abc,']],
    ['endless', ['#EXTINF:1e999,']],
  ])('P09: a segment whose length is %s stays, with the length its media shows', (_name, tags) => {
    const list = read(
      ['#EXTM3U', '#EXTINF:2,', 'https://h/a', ...tags, 'https://h/b', '#EXTINF:4,', 'https://h/c'].join('\n'),
    )
    expect(urls(list)).toEqual(['https://h/a', 'https://h/b', 'https://h/c'])
    expect(list.segments[1]).toMatchObject({ durationS: 3 }) // an average neighbour, until it is measured
    const measured = withMeasured(list, new Map([[1, 7.5]]))
    expect(measured).toMatchObject({ durationMs: 13_500, targetDurationS: 8 })
    expect(written(measured)).toContain('#EXTINF:7.5,\n/m/1')
    expect(measured.warnings).toEqual(['The playlist does not say the length of 1 part.'])
  })

  it('P09: without any length the announced one is used until the first ones are measured', () => {
    const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:5', 'https://h/a', 'https://h/b', 'https://h/c'].join('\n')
    expect(read(text).durationMs).toBe(15_000)
    expect(withMeasured(read(text), new Map([[0, 2]])).durationMs).toBe(6_000)
  })

  it('P10: a part without a length whose object is gone stays as a gap', () => {
    const list = read(['#EXTM3U', '#EXTINF:2,', 'https://h/a', 'https://h/b'].join('\n'))
    const measured = withMeasured(list, new Map([[1, 'missing' as const]]))
    expect(measured.segments.map((s) => s.gap)).toEqual([false, true])
    expect(measured.warnings).toEqual(['1 part without a length is missing.'])
  })

  it('P10: gaps stay in the timeline and are counted', () => {
    const lines = [0, 1, 2, 3, 4].flatMap((i) => [
      ...(i === 1 || i === 2 ? ['#EXT-X-GAP'] : []),
      '#EXTINF:2,',
      `https://h/${i}.ts`,
    ])
    const list = read(['#EXTM3U', ...lines].join('\n'))
    expect(list.segments.map((s) => s.gap)).toEqual([false, true, true, false, false])
    expect(list.durationMs).toBe(10_000)
    expect([list.gapWarning, ...list.warnings]).toEqual(['2 of 5 segments are missing in the recording.'])
    expect(written(list).match(/#EXT-X-GAP\n#EXTINF:2,/g)).toHaveLength(2)
  })

  it('P11: a discontinuity is kept, also when the part behind it is left out', () => {
    const text = [
      '#EXTM3U',
      '#EXTINF:2,',
      'https://h/a.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:0,',
      'https://h/z.ts',
      '#EXTINF:2,',
      'https://h/b.ts',
    ]
    const list = withMeasured(read(text.join('\n')), new Map([[1, 'empty' as const]]))
    expect(list.segments.map((s) => s.discontinuity)).toEqual([false, true])
    expect(written(list)).toContain('#EXT-X-DISCONTINUITY\n#EXTINF:2,\n/m/1')
  })

  it('P12: an omitted offset continues where the range before it ended', () => {
    const list = read(
      [
        '#EXTM3U',
        '#EXT-X-MAP:URI="https://h/u",BYTERANGE="828@0"',
        '#EXTINF:2,',
        '#EXT-X-BYTERANGE:37024@828',
        'https://h/u',
        '#EXTINF:2,',
        '#EXT-X-BYTERANGE:41289',
        'https://h/u?sig=other',
      ].join('\n'),
    )
    expect(list.segments[0]?.init?.range).toEqual({ offset: 0, length: 828 })
    expect(list.segments.map((s) => s.range)).toEqual([
      { offset: 828, length: 37_024 },
      { offset: 37_852, length: 41_289 },
    ])
  })

  it('P12: an omitted offset without a range before it is refused, not guessed', () => {
    expect(refused('#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10\nhttps://h/u')?.code).toBe('bad-playlist')
    const other =
      '#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@0\nhttps://h/u\n#EXTINF:2,\n#EXT-X-BYTERANGE:10\nhttps://h/v'
    expect(refused(other)?.code).toBe('bad-playlist')
  })

  it('P14: an init tag and a blank line between length and address lose nothing', () => {
    const list = read(
      '#EXTM3U\n\n#EXTINF:6.0,\n#EXT-X-MAP:URI="https://h/init.mp4"\n\nhttps://h/0.m4s\n#EXTINF:4,\nhttps://h/1.m4s',
    )
    expect(urls(list)).toEqual(['https://h/0.m4s', 'https://h/1.m4s'])
    expect(list.durationMs).toBe(10_000)
    expect(written(list).match(/#EXT-X-MAP/g)).toHaveLength(1)
  })

  it('P17: a list without codecs or sound is just a list', () => {
    expect(written(read(plain.join('\n')))).not.toMatch(/CODECS|AUDIO/)
  })

  it('skips lines after the end and reports them', () => {
    const list = read([...plain, '#EXTINF:6,', 'https://h/9.ts'].join('\n'))
    expect(urls(list)).toEqual(standard)
    expect(list.warnings).toHaveLength(1)
  })
})

describe('keys', () => {
  const head = ['#EXTM3U', '#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-KEY:METHOD=AES-128,URI="https://h/k.bin?sig"']

  it('P18: without an IV the media sequence number is written as one, until METHOD=NONE', () => {
    const list = read(
      [
        ...head,
        '#EXTINF:2,',
        'https://h/a',
        '#EXTINF:2,',
        'https://h/b',
        '#EXT-X-KEY:METHOD=NONE',
        '#EXTINF:2,',
        'https://h/c',
      ].join('\n'),
    )
    expect(list.segments.map((s) => s.key?.iv ?? null)).toEqual([`${'0'.repeat(31)}7`, `${'0'.repeat(31)}8`, null])
    const text = written(list)
    expect(text).toContain(
      `#EXT-X-KEY:METHOD=AES-128,URI="/k/https://h/k.bin?sig",IV=0x${'0'.repeat(31)}7\n#EXTINF:2,\n/m/0`,
    )
    expect(text).toContain('#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\n/m/2')
  })

  it('P18: a part that is left out still counts for the IV', () => {
    const list = withMeasured(
      read([...head, '#EXTINF:0,', 'https://h/a', '#EXTINF:2,', 'https://h/b'].join('\n')),
      new Map([[0, 'empty' as const]]),
    )
    expect(list.segments[0]?.key?.iv).toBe(`${'0'.repeat(31)}8`)
  })

  it.each([
    ['METHOD=SAMPLE-AES,URI="https://h/k"', 'SAMPLE-AES'],
    ['METHOD=AES-128,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"', 'com.apple.streamingkeydelivery'],
    ['METHOD="<b>",URI="https://h/k"', 'an unknown method'],
  ])('P18: %s is refused by name', (attributes, name) => {
    const problem = refused(`#EXTM3U\n#EXT-X-KEY:${attributes}\n#EXTINF:2,\nhttps://h/a`)
    expect(problem?.code).toBe('bad-playlist')
    expect(problem?.message).toContain(name)
  })
})

describe('addresses', () => {
  it('P19: relative addresses without a base are refused; protocol-relative ones count as https', () => {
    for (const line of ['seg0.ts', '/abs/seg1.ts', '?x=1']) {
      expect(refused(`#EXTM3U\n#EXTINF:2,\n${line}`)?.message).toContain('relative addresses')
    }
    expect(urls(read('#EXTM3U\n#EXTINF:2,\n//h2.example/seg2.ts'))).toEqual(['https://h2.example/seg2.ts'])
  })

  it('P19: with a base they are resolved, and the signed text behind them stays as it is', () => {
    const base = 'https://h/a/b/list.m3u8?X-Amz-Signature=q'
    const list = read(
      '#EXTM3U\n#EXTINF:1,\ns.ts?t=%7e~&e=\n#EXTINF:1,\n/r/s.ts\n#EXTINF:1,\n../s.ts\n#EXTINF:1,\n?part=2',
      base,
    )
    expect(urls(list)).toEqual([
      'https://h/a/b/s.ts?t=%7e~&e=',
      'https://h/r/s.ts',
      'https://h/a/s.ts',
      'https://h/a/b/list.m3u8?part=2',
    ])
  })

  it('P28: the same address twice is two entries', () => {
    const lines = ['0', '1', '2', '1', '3'].flatMap((n) => ['#EXTINF:2,', `https://h/${n}.ts?s=1&s=1`])
    const list = read(['#EXTM3U', ...lines].join('\n'))
    expect(list.segments).toHaveLength(5)
    expect(written(list).match(/^\/m\/\d/gm)).toEqual(['/m/0', '/m/1', '/m/2', '/m/3', '/m/4'])
  })
})

describe('variants', () => {
  it('P04: recognises a list of variants and selects the sharpest', () => {
    const result = parsePlaylist(
      '\ufeff#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360\nhttps://h/low.m3u8?X-Amz-Signature=1\n#EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=1280x720,CODECS="avc1,mp4a"\nhttps://h/high.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=100\nhttps://h/none.m3u8',
      null,
    )
    if (!result.ok || result.value.kind !== 'multivariant') throw new Error('not recognised')
    expect(result.value.variants).toHaveLength(3)
    expect(bestVariant(result.value).url).toBe('https://h/high.m3u8')
  })
  it.each([
    ['an address of its own', 'AUDIO="a"', ',URI="sound.m3u8"', true],
    ['no address', 'AUDIO="a"', '', false],
    ['a group of no variant', 'AUDIO="b"', ',URI="sound.m3u8"', false],
  ])('K7: sound with %s is known as apart, or not', (_, audio, uri, apart) => {
    const media = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound"${uri}`
    const result = parsePlaylist(`#EXTM3U\n${media}\n#EXT-X-STREAM-INF:BANDWIDTH=1,${audio}\nhttps://h/v.m3u8`, null)
    if (!result.ok || result.value.kind !== 'multivariant') throw new Error('not recognised')
    expect(bestVariant(result.value).soundApart).toBe(apart)
  })
})
