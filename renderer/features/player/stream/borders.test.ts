import { describe, expect, it } from 'vitest'
import { createBegins, createPlaces, followPictures } from './borders.ts'

const part = (start: number, duration = 10, startPTS?: number) => ({
  start,
  duration,
  startPTS,
  cc: 0,
  setStart(value: number) {
    this.start = value
  },
})
const starts = (all: { start: number }[]) => all.map(({ start }) => start)

describe('followPictures', () => {
  it('M01: lays what has not come behind the pictures when sound ends earlier', () => {
    const loaded = { ...part(0, 9.5, 0), elementaryStreams: { audio: {}, video: { endPTS: 10 } } }
    const all = [loaded, part(9.5), part(19.5), part(30, 10, 30), part(39)]
    followPictures(all, loaded)
    expect(starts(all)).toEqual([0, 10, 20, 30, 39])
  })

  it('leaves them where hls.js laid them when there is one stream', () => {
    const loaded = { ...part(0, 9.5, 0), elementaryStreams: { audio: null, video: { endPTS: 10 } } }
    const all = [loaded, part(9.5)]
    followPictures(all, loaded)
    expect(starts(all)).toEqual([0, 9.5])
  })
})

describe('createPlaces', () => {
  it('K9: lays a fragment where its own clock says when the playlist says twice as much', () => {
    const places = createPlaces()
    const [first, later] = [part(0, 4), part(12, 4)]
    places.put(first, 3_600)
    places.put(later, 3_606)
    expect(starts([first, later])).toEqual([0, 6])
  })

  it('H43: lays a fragment whose first picture comes seconds late where that is shown', () => {
    const places = createPlaces()
    const [first, late, next] = [part(0), part(10), part(20)]
    places.put(first, 3_600)
    places.put(late, 3_617)
    places.put(next, 3_620)
    expect(starts([first, late, next])).toEqual([0, 17, 20])
  })

  it('leaves fragments alone that are nearly right, of another clock, or before the first one is known', () => {
    const places = createPlaces()
    const [early, first, near] = [part(12), part(0), part(20.2)]
    places.put(early, 6)
    places.put(first, 0)
    places.put(near, 20)
    const other = { ...part(30), cc: 1 }
    places.put(other, 2)
    expect(starts([early, first, near, other])).toEqual([12, 0, 20.2, 30])
  })
})

describe('createBegins', () => {
  const apart = (...all: [start: number, cc: number, startPTS?: number][]) =>
    all.map(([start, cc, startPTS]) => ({ ...part(start, 10, startPTS), cc }))

  it('lays a discontinuity where the playlist has it when what came before it is shorter than listed', () => {
    const begins = createBegins()
    begins.read(apart([0, 0], [10, 0], [20, 1], [30, 1]))
    const drifted = apart([0, 0, 0], [9, 0], [19, 1], [29, 1])
    begins.place(drifted, 1)
    expect(starts(drifted)).toEqual([0, 9, 20, 30])
    expect(begins.of(1)).toBe(20)
  })

  it('leaves it behind the segment in front when that has come, and where it was laid before', () => {
    const begins = createBegins()
    begins.read(apart([0, 0], [10, 0], [20, 1]))
    const followed = apart([0, 0, 0], [9, 0, 9], [19, 1])
    begins.place(followed, 1)
    const laid = apart([0, 0, 0], [9, 0], [18, 1], [28, 1, 28])
    begins.place(laid, 1)
    expect([...starts(followed), ...starts(laid)]).toEqual([0, 9, 19, 0, 9, 18, 28])
  })

  it('leaves it alone when the lengths in the playlist are far off (K9)', () => {
    const begins = createBegins()
    begins.read(apart([0, 0], [20, 0], [40, 1]))
    const drifted = apart([0, 0, 0], [10, 0], [20, 1])
    begins.place(drifted, 1)
    expect(starts(drifted)).toEqual([0, 10, 20])
  })
})
