import { itemPath } from '../../../contract/media-paths.ts'
import { atOnce } from '../../base/turns.ts'
import { createObjectNames, sameListSteps } from '../../media/playlist/identity.ts'
import { STEP } from '../../media/playlist/lines.ts'
import type { ByteRange, MediaPlaylist, Segment } from '../../media/playlist/model.ts'
import { writeSteps } from '../../media/playlist/write.ts'

type ItemKind = 'segment' | 'init' | 'key'

/** One address of a lease. `name` is stable over signatures; `url` is a secret of minutes. */
export type MediaItem = {
  kind: ItemKind
  name: string
  url: string
  range: ByteRange | null
  encrypted: boolean
  /** Must not be requested: a gap (P10), or a part that a changed list no longer has. */
  absent: 'gap' | 'gone' | null
}

/**
 * The list of a replay with the numbers under which the page asks for its parts. Numbers below `first`
 * belong to lists that a renewal replaced.
 */
export type MediaList = { source: MediaPlaylist; items: MediaItem[]; first: number; text: string }

const placeOf = (item: MediaItem): string =>
  `${item.kind} ${item.name} ${item.range ? `${item.range.offset}+${item.range.length}` : 'all'}`

const build = function* (sessionId: string, list: MediaPlaylist, before: MediaItem[]): Generator<undefined, MediaList> {
  const nameOf = createObjectNames()
  const items = [...before]
  const numbers = new Map<string, number>()
  const shared = (item: MediaItem): string => {
    const number = numbers.get(placeOf(item)) ?? items.length
    numbers.set(placeOf(item), number)
    items[number] = item
    return itemPath(sessionId, number)
  }
  const text = yield* writeSteps(list, {
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
export const mediaListSteps = (sessionId: string, list: MediaPlaylist): Generator<undefined, MediaList> =>
  build(sessionId, list, [])

export const createMediaList = (sessionId: string, list: MediaPlaylist): MediaList =>
  atOnce(mediaListSteps(sessionId, list))

/** Old numbers go on to work for what the new list still has; the rest is gone. */
const carryOver = function* (old: MediaItem[], fresh: MediaItem[]): Generator<undefined, MediaItem[]> {
  if (old.length === 0) return []
  const byPlace = new Map<string, MediaItem>()
  const carried: MediaItem[] = []
  for (const [nth, item] of fresh.entries()) {
    if (nth % STEP === STEP - 1) yield
    byPlace.set(placeOf(item), item)
  }
  for (const [nth, item] of old.entries()) {
    if (nth % STEP === STEP - 1) yield
    carried.push(byPlace.get(placeOf(item)) ?? { ...item, absent: item.absent ?? 'gone' })
  }
  return carried
}

export type Renewed = { list: MediaList; changed: boolean }

/**
 * The list after a renewal. The same list keeps every number and only gets new links; another list gets
 * numbers beyond the old ones, so that a number never comes to mean something else (P22).
 */
export const renewalSteps = function* (
  sessionId: string,
  old: MediaList,
  list: MediaPlaylist,
): Generator<undefined, Renewed> {
  const changed = !(yield* sameListSteps(old.source, list))
  const before = changed ? old.items : old.items.slice(0, old.first)
  const fresh = yield* build(sessionId, list, before)
  const added = fresh.items.slice(before.length)
  const items = (yield* carryOver(before, added)).concat(added)
  return { list: { ...fresh, items }, changed }
}

export const renewMediaList = (sessionId: string, old: MediaList, list: MediaPlaylist): Renewed =>
  atOnce(renewalSteps(sessionId, old, list))
