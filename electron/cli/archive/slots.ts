/** At most `count` tasks at a time, in the order of their requests. */
export const createSlots = (count: number) => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
