import type { CDPSession, Page } from 'playwright-core'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args?: { name?: string }
}

/** What the page's main thread did for one step, ms of the thread's own clock, which a busy machine does not change. */
export type Work = { total: number; longest: number }
export type Step = (name: string, run: () => Promise<unknown>) => Promise<void>

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata']
const BEGIN = 'bench-begin '
const END = 'bench-end '

/** Waits until what was just done is on screen, `ms` of waiting by purpose included. */
export const settled = async (page: Page, ms = 200): Promise<void> => {
  await page.waitForTimeout(ms)
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0))))
}

/** Milliseconds of every step of `run`, by its name, from the tasks in a trace of Chromium. */
export const traceSteps = async (
  page: Page,
  cdp: CDPSession,
  run: (step: Step) => Promise<unknown>,
): Promise<Record<string, Work[]>> => {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  const mark = (name: string) => page.evaluate((text) => void performance.mark(text), name)
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES }, transferMode: 'ReportEvents' })
  await run(async (name, act) => {
    await mark(BEGIN + name)
    await act()
    await mark(END + name)
  })
  const complete = new Promise<void>((done) => cdp.once('Tracing.tracingComplete', () => done()))
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', collect)

  const marks = events.filter(({ name }) => name.startsWith(BEGIN) || name.startsWith(END)).sort((a, b) => a.ts - b.ts)
  const main = marks[0]
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
  const steps: Record<string, Work[]> = {}
  marks.forEach((from, at) => {
    const to = marks[at + 1]
    if (!from.name.startsWith(BEGIN) || !to) return
    const spent = tasks.filter(({ ts }) => ts > from.ts && ts < to.ts).map(({ tdur }) => (tdur ?? 0) / 1_000)
    const work = { total: spent.reduce((sum, ms) => sum + ms, 0), longest: Math.max(0, ...spent) }
    const name = from.name.slice(BEGIN.length)
    steps[name] = [...(steps[name] ?? []), work]
  })
  return steps
}
