import type { Fragment } from 'hls.js'

type Init = Pick<Fragment, 'url'> | null

/**
 * Init sections that were made here, and what the list named in their place. hls.js takes the init section of a segment from
 * `initSegment`, and tells its buffers of another one by its address.
 */
const listed = new WeakMap<object, Init>()

/** The init section that the list names for a segment. */
export const listedInit = ({ initSegment }: { initSegment: Init }): Init =>
  initSegment && listed.has(initSegment) ? (listed.get(initSegment) ?? null) : initSegment

/** Gives segments init sections that were made for them; equal ones are one. */
export const createMadeInits = () => {
  const known: { section: Uint8Array; init: Fragment; cc: number; before: Init }[] = []
  return (part: Fragment, section: Uint8Array): void => {
    const before = listedInit(part)
    const found = known.find(
      (one) =>
        one.cc === part.cc &&
        one.before?.url === before?.url &&
        one.section.length === section.length &&
        one.section.every((byte, i) => byte === section[i]),
    )
    if (found) {
      part.initSegment = found.init
      return
    }
    const Made = part.constructor as typeof Fragment
    const init = new Made(part.type, part.base)
    init.sn = 'initSegment'
    init.cc = part.cc
    init.level = part.level
    init.url = `made:${known.length}`
    init.data = new Uint8Array(section)
    listed.set(init, before)
    known.push({ section, init, cc: part.cc, before })
    part.initSegment = init
  }
}
