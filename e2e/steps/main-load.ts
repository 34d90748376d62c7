import type { Desk } from '../host/drive/drive.ts'

/** How main was loaded while it was watched. */
export type MainLoad = {
  /** Longest time on the processor without a turn for others, ms: what a loaded machine takes away does not count. */
  blockMs: number
  /** Most memory of the whole process, MB. */
  memoryMb: number
}

/** Watches main from now on: the answer of each call is what was the most since the one before. */
export const watchMain = async ({ main }: Pick<Desk, 'main'>): Promise<() => Promise<MainLoad>> => {
  await main.evaluate(() => {
    const TICK_MS = 5
    const load = { blockMs: 0, memoryMb: 0 }
    const used = (): number => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    let before = used()
    let looked = 0
    const tick = (): void => {
      const now = used()
      load.blockMs = Math.max(load.blockMs, now - before)
      looked += 1
      if (looked % 10 === 0) load.memoryMb = Math.max(load.memoryMb, process.memoryUsage.rss() / 1e6)
      before = used()
      setTimeout(tick, TICK_MS).unref()
    }
    tick()
    Object.assign(globalThis, { mainLoad: load })
  })
  return () =>
    main.evaluate(() => {
      const load = Reflect.get(globalThis, 'mainLoad') as MainLoad
      const taken = { ...load, memoryMb: Math.max(load.memoryMb, process.memoryUsage.rss() / 1e6) }
      Object.assign(load, { blockMs: 0, memoryMb: 0 })
      return taken
    })
}

/** What parsing 80 MB of JSON costs main, ms on the processor: tells a slow machine from slow work. */
export const parsingMs = ({ main }: Pick<Desk, 'main'>): Promise<number> =>
  main.evaluate(() => {
    const rows = Array.from({ length: 90_000 }, (_, id) => ({
      id,
      name: `cookie ${id}`,
      path: '/',
      expires: 1.8e9 + id,
    }))
    const text = JSON.stringify([rows, rows])
    const times = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage()
      JSON.parse(text)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    })
    return (8e7 / text.length) * (times.toSorted((a, b) => a - b)[2] ?? 0)
  })
