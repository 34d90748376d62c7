import { describe, expect, it } from 'vitest'
import { parsePlaylist } from '../../media/playlist/parse.ts'
import { playlistOf } from '../../media/testing/media-fixtures.ts'
import { createMediaList, renewMediaList } from './media.ts'

const read = (text: string) => {
  const result = parsePlaylist(text, null)
  if (!result.ok || result.value.kind !== 'media') throw new Error('not a media playlist')
  return result.value
}
const list = (...urls: string[]) => read(playlistOf(urls))

describe('P22: segments are matched by what they are', () => {
  it('keeps numbers when a service signs in the path or moves to another host', () => {
    const old = createMediaList('s', list('https://a/tok1/0.ts', 'https://a/tok1/1.ts'))
    const { list: next, changed } = renewMediaList('s', old, list('https://b/tok2/0.ts', 'https://b/tok2/1.ts'))
    expect(changed).toBe(false)
    expect(next.items.map((i) => i.url)).toEqual(['https://b/tok2/0.ts', 'https://b/tok2/1.ts'])
  })

  it('notices another list; old numbers never come to mean something else', () => {
    const old = createMediaList('s', list('https://a/0.ts', 'https://a/1.ts', 'https://a/2.ts'))
    const first = renewMediaList('s', old, list('https://a/0.ts?new', 'https://a/2.ts?new'))
    expect(first.changed).toBe(true)
    expect(first.list.items.map((i) => [i.url, i.absent])).toEqual([
      ['https://a/0.ts?new', null],
      ['https://a/1.ts', 'gone'],
      ['https://a/2.ts?new', null],
      ['https://a/0.ts?new', null],
      ['https://a/2.ts?new', null],
    ])
    expect(first.list.text).toContain('/media/replay/s/3')
    const second = renewMediaList('s', first.list, list('https://a/0.ts?newer', 'https://a/2.ts?newer'))
    expect(second.changed).toBe(false)
    expect(second.list.text).toBe(first.list.text)
    expect(second.list.items.map((i) => i.url)).toEqual([
      'https://a/0.ts?newer',
      'https://a/1.ts',
      'https://a/2.ts?newer',
      'https://a/0.ts?newer',
      'https://a/2.ts?newer',
    ])
  })

  it('tells objects apart that a service names in the query', () => {
    const { items } = createMediaList(
      's',
      list('https://a/get?f=0&sig=x', 'https://a/get?f=1&sig=y', 'https://a/get?f=0&sig=z'),
    )
    expect(items[0]?.name).toBe(items[2]?.name)
    expect(items[0]?.name).not.toBe(items[1]?.name)
    const later = createMediaList(
      's',
      list('https://a/get?f=0&sig=n', 'https://a/get?f=1&sig=n', 'https://a/get?f=0&sig=n'),
    )
    expect(later.items.map((i) => i.name)).toEqual(items.map((i) => i.name))
  })
})

it('P18: parts and init sections under a key are encrypted, others and keys are not', () => {
  const part = (n: number) => `#EXTINF:4,\nhttps://h/${n}.m4s\n`
  const map = (name: string) => `#EXT-X-MAP:URI="https://h/${name}.mp4"\n`
  const key = '#EXT-X-KEY:METHOD=AES-128,URI="https://h/k"\n'
  const text = `#EXTM3U\n${map('plain')}${part(0)}${key}${map('locked')}${part(1)}#EXT-X-KEY:METHOD=NONE\n${part(2)}`
  const { items } = createMediaList('s', read(text))
  const locked = items.filter(({ encrypted }) => encrypted).map(({ url }) => url)
  expect(locked).toEqual(['https://h/locked.mp4', 'https://h/1.m4s'])
  expect(items.filter(({ kind }) => kind === 'key')).toHaveLength(1)
})
