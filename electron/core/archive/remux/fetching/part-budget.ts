/** Bytes of one part, from the first that comes until its reader is done with it. */
export type PartMemory = {
  /** So many more came. Waits while all together hold too much, unless this is the oldest part. */
  grow: (bytes: number) => Promise<void>
  /** Gives all of it back. Safe to call twice. */
  leave: () => void
}

/**
 * Bounds what parts fetched ahead hold in memory, as decoded: a small compressed body may become gigabytes. Beyond
 * `most` bytes only the oldest part continues, so that there is no deadlock: it is the one that is taken next.
 */
export const createPartBudget = (most: number) => {
  const open = new Set<object>()
  let total = 0
  let change = Promise.withResolvers<void>()
  const changed = (): void => {
    change.resolve()
    change = Promise.withResolvers()
  }
  return {
    enter: (): PartMemory => {
      const me = {}
      let mine = 0
      open.add(me)
      const isOldest = (): boolean => open.values().next().value === me
      return {
        grow: async (bytes) => {
          if (!open.has(me)) return
          mine += bytes
          total += bytes
          while (total > most && open.has(me) && !isOldest()) await change.promise
        },
        leave: () => {
          if (!open.delete(me)) return
          total -= mine
          changed()
        },
      }
    },
  }
}
