import type { Page } from '@playwright/test'
import { itemOf, untilItem } from '../../steps/archive-steps.ts'
import { activeAccount, connect, expect, test } from '../../steps/fixtures.ts'
import { HOSTILE_SESSION, type HostileName, hostileServices, startHostile } from '../../steps/hostile-service.ts'
import { parsingMs, watchMain } from '../../steps/main-load.ts'

test.use({ analysis: true })

const MOST_MB = 500
/** On a machine that is slower than that, what parsing 80 MB of JSON takes there. */
const MOST_BLOCK_MS = 200

const ask = (page: Page, name: string, input?: unknown): Promise<string> =>
  page.evaluate(
    async ([operation, given]) => {
      const invoke = window.desk.invoke as (name: string, input?: unknown) => Promise<unknown>
      const answer = await invoke(operation as string, given)
      return typeof answer === 'string' ? answer : JSON.stringify(answer)
    },
    [name, input] as const,
  )
/** How the refresh ends that begins with the account, as the page hears it: one after it only looks for what is new. */
const refreshed = async (page: Page): Promise<string> => {
  await expect.poll(() => ask(page, 'sessions.syncState'), { timeout: 90_000 }).not.toMatch(/"state":"(idle|running)"/)
  return ask(page, 'sessions.syncState')
}
const copied = async (page: Page): Promise<string> => {
  await ask(page, 'archive.add', { sessionIds: [HOSTILE_SESSION] })
  await expect.poll(async () => (await itemOf(page, HOSTILE_SESSION))?.state, { timeout: 90_000 }).toBe('failed')
  return JSON.stringify(await untilItem(page, HOSTILE_SESSION, 'failed'))
}
const opened = async (page: Page): Promise<string> => {
  await ask(page, 'replay.open', { sessionId: HOSTILE_SESSION })
  await expect
    .poll(() => ask(page, 'replay.open', { sessionId: HOSTILE_SESSION }), { timeout: 30_000 })
    .not.toContain('"kind":"loading"')
  return ask(page, 'replay.open', { sessionId: HOSTILE_SESSION })
}
/** All parts at once, as several players would. */
const played = async (page: Page): Promise<string> => {
  await opened(page)
  const paths = Array.from({ length: 6 }, (_, n) => `/media/replay/${HOSTILE_SESSION}/${n}`)
  await page.evaluate(
    (all) =>
      Promise.all(
        all.map((path) =>
          fetch(path)
            .then((answer) => answer.arrayBuffer())
            .catch(() => null),
        ),
      ),
    paths,
  )
  return ask(page, 'replay.mediaProblem', { path: paths[0] })
}
const FUNCTION = { connectionId: 'c', role: 'login' }

const cases: Record<HostileName, { run: (page: Page) => Promise<string>; said: RegExp }> = {
  manySegments: { run: opened, said: /The playlist has more than 25,000 segments/ },
  longestPlaylist: { run: opened, said: /"kind":"playable"/ },
  attributes: { run: opened, said: /encrypted with an unknown method/ },
  playedBombs: { run: played, said: /A segment of the recording is too large to be played/ },
  copiedBombs: { run: copied, said: /A segment of the recording is too large to be copied/ },
  endlessVideo: { run: copied, said: /too much for a recording of/ },
  longTexts: { run: refreshed, said: /too much text, so the refresh stopped there/ },
  thinPages: { run: refreshed, said: /hardly any sessions, so the refresh stopped there/ },
  longSource: {
    run: (page) => ask(page, 'functions.reload', FUNCTION),
    said: /The service has a source of 12,582,912 bytes; the maximum is 1,000,000/,
  },
  manyCookies: { run: (page) => ask(page, 'cookies.read', { profileId: 'p' }), said: /too large/ },
  largeCookies: { run: (page) => ask(page, 'cookies.read', { profileId: 'p' }), said: /"ok":true/ },
  endlessAnswer: { run: (page) => ask(page, 'usage.get'), said: /too large/ },
  longError: { run: (page) => ask(page, 'usage.get'), said: /"ok":false/ },
  repeatedKey: { run: (page) => ask(page, 'cachePolicy.ask', {}), said: /"ok":true/ },
}

for (const name of Object.keys(cases) as HostileName[]) {
  test(`a service that tries ${name} gets at most ${MOST_MB} MB and ${MOST_BLOCK_MS} ms at once`, {
    tag: '@alone',
  }, async ({ startDesk }) => {
    const service = await startHostile(hostileServices[name])
    try {
      const desk = await startDesk()
      const { page } = desk
      const load = await watchMain(desk)
      await connect(page, service)
      await expect.poll(() => activeAccount(page)).not.toBe('')
      const asked: number[] = []
      let done = false
      const beside = (async () => {
        while (!done) {
          asked.push(
            await page.evaluate(async () => {
              const before = performance.now()
              const about = await window.desk.invoke('app.info', undefined)
              if (!about.ok) throw new Error(about.problem.message)
              return performance.now() - before
            }),
          )
          await page.waitForTimeout(50)
        }
      })()
      const said = await cases[name].run(page).finally(() => {
        done = true
      })
      await beside
      const { blockMs, memoryMb } = await load()
      const slowest = Math.round(Math.max(...asked))
      console.log(`${name}: ${Math.round(memoryMb)} MB, ${Math.round(blockMs)} ms at once, app.info ${slowest} ms`)
      expect(said.length > 2_000 ? `${said.slice(0, 1_000)} … ${said.slice(-1_000)}` : said).toMatch(cases[name].said)
      expect(memoryMb).toBeLessThan(MOST_MB)
      expect(blockMs).toBeLessThan(blockMs < MOST_BLOCK_MS ? MOST_BLOCK_MS : await parsingMs(desk))
    } finally {
      await service.close()
    }
  })
}
