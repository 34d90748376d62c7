import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Bridge } from '../../electron/contract/bridge.ts'
import { DEFAULT_SETTINGS } from '../../electron/contract/models/settings-models.ts'
import { startSampleService } from '../../electron/sample/sample-service.ts'
import type { SampleOptions, SampleService } from '../../electron/sample/sample-session.ts'
import { type Desk, launchDesk } from '../host/drive/drive.ts'

declare global {
  interface Window {
    readonly desk: Bridge
  }
}

const { archiveFolder: _selectedInADialog, ...DEFAULTS } = DEFAULT_SETTINGS
/** As main opens its window. */
const WINDOW = { width: 1280, height: 800 }
const sampleFolder = join(import.meta.dirname, '../../assets/sample')

type LaunchOptions = Parameters<typeof launchDesk>[0] & {
  /** The list checks the recordings of its rows, which tests that count requests leave out. */
  checkVisible?: boolean
  /** Not the shared program. */
  own?: boolean
}

/** What a file of specs decides for all of its programs, by `test.use`. */
export type Choices = {
  /**
   * Recordings that are opened are analysed. Off where nothing depends on it: it decodes each of them a second time, which
   * is a third of what a spec of the player costs.
   */
  analysis: boolean
  /**
   * A spec's first program, unless it is given options or has to be its own, is the one of its worker, cleared as if it
   * were started for the first time: two thirds of a start are saved. What would end it or look into main is refused.
   */
  shared: boolean
}

export type Fixtures = {
  /** Starts a service of the contract; closed after the test. */
  startService: (options?: Partial<SampleOptions>) => Promise<SampleService>
  /** Starts the program; closed after the test, also when it failed. */
  startDesk: (options?: LaunchOptions) => Promise<Desk>
  /** Both, and the one connected to the other: its sessions are in the list. */
  startConnected: (of?: Partial<SampleOptions>, options?: LaunchOptions) => Promise<Desk & { service: SampleService }>
  /** A new folder; gone after the test. */
  folder: string
}

type OfWorker = {
  /** The shared program, cleared. */
  borrowDesk: () => Promise<Desk>
}

const refuse = (): never => {
  throw new Error('The program is shared by the specs of this file: start one of its own.')
}
const lend = (desk: Desk): Desk => ({
  ...desk,
  main: { evaluate: refuse },
  recorded: refuse,
  close: refuse,
  kill: refuse,
})

/** Takes away what a spec left behind: its accounts and settings, what the page remembers, how it was changed. */
const clear = async ({ page }: Desk): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (page.viewportSize()) await page.setViewportSize(WINDOW)
  await expect(async () => {
    await page.evaluate(async (settings) => {
      const accounts = await window.desk.invoke('accounts.list', undefined)
      for (const { id } of accounts.ok ? accounts.value : [])
        await window.desk.invoke('accounts.remove', { accountId: id })
      await window.desk.invoke('settings.set', settings)
      localStorage.clear()
    }, DEFAULTS)
    await page.reload()
    // A page that goes saves what it has not saved yet.
    const left = await page.evaluate(async () => {
      const accounts = await window.desk.invoke('accounts.list', undefined)
      const settings = await window.desk.invoke('settings.get', undefined)
      const archived = await window.desk.invoke('archive.query', { limit: 1 })
      return {
        accounts: accounts.ok && accounts.value.length,
        settings: settings.ok && settings.value,
        archived: archived.ok && archived.value.totals.items, // it outlives its account
      }
    })
    expect(left).toEqual({ accounts: 0, settings: DEFAULT_SETTINGS, archived: 0 })
  }).toPass({ timeout: 20_000 })
}

export const test = base.extend<Fixtures & Choices, OfWorker>({
  analysis: [false, { option: true }],
  shared: [false, { option: true }],
  borrowDesk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      let desk: Desk | null = null
      await use(async () => {
        if (desk) await clear(desk)
        else desk = await launchDesk()
        return desk
      })
      await (desk as Desk | null)?.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
  startService: async ({}, use) => {
    const services: SampleService[] = []
    await use(async (options = {}) => {
      const service = await startSampleService({ folder: sampleFolder, ...options })
      services.push(service)
      return service
    })
    await Promise.all(services.map((service) => service.close()))
  },
  // A program may keep its data in the folder: asked for here, it is removed after the program has ended.
  startDesk: async ({ analysis, shared, borrowDesk, folder: _removedLater }, use, info) => {
    const desks: { desk: Desk; own: boolean }[] = []
    await use(async ({ checkVisible = false, own: mustBeOwn = false, ...options } = {}) => {
      const own = !shared || mustBeOwn || desks.length > 0 || Object.keys(options).length > 0
      const desk = own ? await launchDesk(options) : await borrowDesk()
      desks.push({ desk, own })
      // Without a library there are no settings.
      await desk.page
        .evaluate((values) => window.desk.invoke('settings.set', values), { checkVisible, analysisPaused: !analysis })
        .catch(() => {})
      return own ? desk : lend(desk)
    })
    for (const { desk, own } of desks) {
      if (info.status !== info.expectedStatus) {
        await desk.page.screenshot({ path: info.outputPath('page.png') }).catch(() => {})
        await info.attach('main-stderr', { body: desk.stderr() })
      }
      const recorded = await desk.recorded().catch(() => []) // some tests have ended it by now
      expect(recorded.filter(({ what }) => what === 'foreign')).toEqual([])
      if (own) await desk.close()
    }
  },
  startConnected: async ({ startDesk, startService }, use) => {
    await use(async (of = {}, options = {}) => {
      const service = await startService(of)
      const desk = await startDesk(options)
      await connect(desk.page, service)
      await untilListed(desk.page, (of.sessionCount ?? 0) > 1_000 ? 60_000 : 15_000)
      return { ...desk, service }
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spec-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

export { expect }

/** The Connect form of the first screen. */
export const connect = async (page: Page, service: { baseUrl: string; key: string }): Promise<void> => {
  await page.getByLabel('Address of the service').fill(service.baseUrl)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Waits for the end of a sync and for the list, which follows it some 0.4 s later. */
const untilListed = async (page: Page, timeout: number): Promise<void> => {
  await expect(page.getByText(/^Sessions updated/)).toBeVisible({ timeout })
  const found = await page.evaluate(() => window.desk.invoke('sessions.query', { limit: 1 }))
  const rows = found.ok ? found.value.total : Number.NaN
  await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', `${rows + 1}`)
}

/** Connects one more account, which is in use from then on. */
export const connectAs = async (page: Page, { baseUrl, key }: { baseUrl: string; key: string }, label: string) => {
  await page.evaluate((draft) => window.desk.invoke('accounts.connect', draft), {
    baseUrl,
    label,
    credentials: { method: 'key', key },
  } as const)
}

/** The id of the account in use. */
export const activeAccount = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const accounts = await window.desk.invoke('accounts.list', undefined)
    return accounts.ok ? (accounts.value.find(({ active }) => active)?.id ?? '') : ''
  })

/** Holds what the page requests under these addresses until `release`; `count` says how often it was requested. */
export const holdRequests = async (page: Page, addresses: string) => {
  let requests = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  return { release, count: () => requests }
}

/** What the program says was done, or why not. */
export const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

export const openSample = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Explore the sample workspace' }).click()
  await expect(sessionRows(page).first()).toBeVisible()
}

/** Goes to a view by its entry in the navigation. */
export const showView = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name, exact: true }).click()

/** Runs a command of the palette by keyboard alone, as a person does who looks before pressing Enter. */
export const runCommand = async (page: Page, label: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByLabel('Search sessions or type a command')).toBeFocused()
  await page.keyboard.type(label)
  await expect(palette.getByText(label, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Rows of the list without its header. */
export const sessionRows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Sessions' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

/** The field with the query of the session list. */
export const filterField = (page: Page) => page.getByRole('combobox', { name: 'Filter sessions' })

/** Filters to the one row that fits, by way of an empty list: the row of the filter before must not be taken for it. */
export const filterToOne = async (page: Page, text: string): Promise<void> => {
  const filter = filterField(page)
  await filter.fill('no session is called like this')
  await expect(sessionRows(page)).toHaveCount(0)
  await filter.fill(text)
  await expect(sessionRows(page)).toHaveCount(1)
}

/** Opens a session by its id or title, through the filter, and lets it play. */
export const openSession = async (page: Page, text: string): Promise<void> => {
  await filterToOne(page, text)
  await sessionRows(page).first().click()
  await page.keyboard.press('Space') // opens and plays
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
}

/** Shows a tab of the player's inspector. */
export const showTab = (page: Page, name: 'Steps' | 'Screens' | 'Notes' | 'Details'): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click()

export const video = (page: Page) => page.locator('video')
export const timeOf = (page: Page): Promise<number> =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

/** Waits until the picture is past `seconds` and still moving on. */
export const playsPast = async (page: Page, seconds: number, timeout = 30_000): Promise<void> => {
  await expect.poll(() => timeOf(page), { timeout, message: `playing past ${seconds} s` }).toBeGreaterThan(seconds)
}
