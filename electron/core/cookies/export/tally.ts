const MOST_NAMES = 20

export type NameList = {
  reason: string
  count: number
  /** At most 20. */
  names: string[]
}
export type Loss = NameList & { field: string }

const count = (list: NameList, name: string): void => {
  list.count += 1
  if (list.names.length < MOST_NAMES) list.names.push(name)
}

/** Counts and names what a file leaves out, and what it cannot say of the cookies in it. */
export const createTally = () => {
  const leftOut = new Map<string, NameList>()
  const lost = new Map<string, Loss>()
  return {
    leaveOut: (reason: string, name: string): void => {
      const list = leftOut.get(reason) ?? { reason, count: 0, names: [] }
      leftOut.set(reason, list)
      count(list, name)
    },
    lose: (field: string, reason: string, name: string): void => {
      const key = `${field}\n${reason}`
      const list = lost.get(key) ?? { field, reason, count: 0, names: [] }
      lost.set(key, list)
      count(list, name)
    },
    leftOut: (): NameList[] => [...leftOut.values()],
    lost: (): Loss[] => [...lost.values()],
  }
}
export type Tally = ReturnType<typeof createTally>
