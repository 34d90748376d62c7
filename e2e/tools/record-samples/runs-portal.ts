import type { Actor, Run } from './actor.ts'

const sites = { 'portal.northgate.example': 'portal.html' }
const viewport = { width: 1280, height: 720 }

const logIn = async ({ open, type, click, see }: Actor): Promise<void> => {
  await open('https://portal.northgate.example/')
  await type('#user', '70338')
  await type('#password', 'not-a-real-secret', true)
  await click('button', 'Log in')
  await see('#code', 'Asks for a one-time code')
}

const codeRefused: Run = {
  id: 'portal-code-refused',
  title: 'Log-in refused: wrong one-time code',
  viewport,
  forms: ['fmp4'],
  sites,
  act: async (actor) => {
    const { type, click, see, pause } = actor
    await logIn(actor)
    for (const [code, answer] of [
      ['118203', 'text=2 tries left'],
      ['118203', 'text=1 try left'],
      ['640917', 'text=Log-in locked'],
    ] as const) {
      await type('#code', code, true)
      await click('button', 'Confirm')
      await see(answer, 'Wrong one-time code')
      await pause(2.2)
    }
    await pause(5)
  },
}

const invoices: Run = {
  id: 'portal-invoices',
  title: 'Log in and download the October invoices',
  viewport,
  forms: ['fmp4'],
  sites,
  act: async (actor) => {
    const { type, click, see, pause, site } = actor
    await logIn(actor)
    await type('#code', '771204', true)
    await click('button', 'Confirm')
    await see('#invoices', 'Signed in as supplier 70338')
    await pause(1.5)
    await click('#invoices', 'Invoices')
    await see('#month', 'Seven invoices')
    await pause(1.5)
    await type('#month', 'Oct 2026')
    await click('#filter', 'Show')
    await pause(1.2)
    const names = await site
      .locator('[data-f]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-f') ?? ''))
    for (const name of names) {
      await click(`[data-f="${name}"]`, `Download ${name}`)
      await pause(1.1)
    }
    await pause(4)
  },
}

export const portalRuns: Run[] = [codeRefused, invoices]
