import { itemPath } from '../../../contract/media-paths.ts'
import { createObjectNames, isSameList } from '../../media/playlist/identity.ts'
import type { ByteRange, MediaPlaylist, Segment } from '../../media/playlist/model.ts'
import { writePlaylist } from '../../media/playlist/write.ts'

type ItemKind = 'segment' | 'init' | 'key'

/** One address of a lease. `name` is stable over signatures; `url` is a secret of minutes. */
export type MediaItem = {
  kind: ItemKind
  name: string
  url: string
  range: ByteRange | null
  encrypted: boolean
  /** Nobody may ask for it: a gap (P10), or a part that a changed list no longer has. */
  absent: 'gap' | 'gone' | null
}

/**
 * The list of a replay with the numbers under which the page asks for its parts. Numbers below `first`
 * belong to lists that a renewal replaced.
 */
export type MediaList = { source: MediaPlaylist; items: MediaItem[]; first: number; text: string }

const placeOf = (item: MediaItem): string =>
  `${item.kind} ${item.name} ${item.range ? `${item.range.offset}+${item.range.length}` : 'all'}`

const build = (sessionId: string, list: MediaPlaylist, before: MediaItem[]): MediaList => {
  const nameOf = createObjectNames()
  const items = [...before]
  const numbers = new Map<string, number>()
  const shared = (item: MediaItem): string => {
    const number = numbers.get(placeOf(item)) ?? items.length
    numbers.set(placeOf(item), number)
    items[number] = item
    return itemPath(sessionId, number)
  }
  const text = writePlaylist(list, {
    key: ({ url }) => shared({ kind: 'key', name: nameOf(url), url, range: null, encrypted: false, absent: null }),
    init: ({ url, range, key }) =>
      shared({ kind: 'init', name: nameOf(url), url, range, encrypted: key !== null, absent: null }),
    segment: (position) => {
      const { url, range, key, gap } = list.segments[position] as Segment
      const absent = gap ? 'gap' : null
      // A number for every entry: the same link twice is two entries of the timeline (P28).
      items.push({ kind: 'segment', name: nameOf(url), url, range, encrypted: key !== null, absent })
      return itemPath(sessionId, items.length - 1)
    },
  })
  return { source: list, items, first: before.length, text }
}

/** Numbers the parts of a first list: segments, init sections and keys in the order of their appearance. */
export const createMediaList = (sessionId: string, list: MediaPlaylist): MediaList => build(sessionId, list, [])

/** Old numbers go on to work for what the new list still has; the rest is gone. */
const carryOver = (old: MediaItem[], fresh: MediaItem[]): MediaItem[] => {
  const byPlace = new Map(fresh.map((item) => [placeOf(item), item]))
  return old.map((item) => byPlace.get(placeOf(item)) ?? { ...item, absent: item.absent ?? 'gone' })
}

/**
 * The list after a renewal. The same list keeps every number and only gets new links; another list gets
 * numbers beyond the old ones, so that a number never comes to mean something else (P22).
 */
export const renewMediaList = (
  sessionId: string,
  old: MediaList,
  list: MediaPlaylist,
): { list: MediaList; changed: boolean } => {
  const changed = !isSameList(old.source, list)
  const before = changed ? old.items : old.items.slice(0, old.first)
  const fresh = build(sessionId, list, before)
  const items = [...carryOver(before, fresh.items.slice(before.length)), ...fresh.items.slice(before.length)]
  return { list: { ...fresh, items }, changed }
}
