import type { Run } from './actor.ts'

const small = { width: 1024, height: 640 }

const ticketDesk: Run = {
  id: 'ticket-desk',
  title: 'Answer a refund request',
  viewport: { width: 1280, height: 720 },
  forms: ['ts'],
  sites: { 'lantern-desk.example': 'desk.html' },
  act: async ({ open, click, see, pause, press, say, choose, site }) => {
    await open('https://lantern-desk.example/tickets')
    await click('.item >> text=Two mugs', 'Two mugs arrived broken')
    await see('.order >> text=20418', 'Order 20418, € 29.90')
    await pause(3)
    await click('#canned', 'Insert template')
    await click('#reply', 'reply')
    await press('Control+End')
    const text = 'We have refunded € 29.90 to your card. You need not send the mugs back.'
    say('type', `#reply: ${text}`)
    await site.locator('#reply').pressSequentially(text, { delay: 60 })
    await pause(1)
    await click('#send', 'Send and wait')
    await pause(2)
    await choose('#who', 'Refunds')
    await choose('#state', 'solved')
    await click('#save', 'Save ticket')
    await see('text=saved: solved', 'Ticket #4471 saved')
    await pause(3.5)
    await click('.item >> text=Where is my parcel', 'Where is my parcel?')
    await pause(3.5)
  },
}

const accountSettings: Run = {
  id: 'account-settings',
  title: 'Change the billing address',
  viewport: small,
  forms: ['fmp4', 'mp4'],
  sites: { 'my.kestrel-energy.example': 'settings.html' },
  act: async ({ open, click, type, choose, see, pause }) => {
    await open('https://my.kestrel-energy.example/account')
    await click('#m-billing', 'Billing')
    await pause(1)
    await type('#street', 'Quayside 17')
    await type('#town', 'Port Marlow')
    await choose('#country', 'Westmark')
    await type('#vat', 'WM 44 120')
    await click('#paper', 'No invoices on paper')
    await click('#save', 'Save changes')
    await see('.banner.no', 'Not saved: VAT number')
    await pause(2.5)
    await type('#vat', 'WM441209870')
    await click('#save', 'Save changes')
    await see('.banner.yes', 'Saved')
    await pause(4)
  },
}

const stockTable: Run = {
  id: 'stock-table',
  title: 'Export stock below minimum',
  viewport: small,
  forms: ['ts', 'fmp4'],
  sites: { 'stock.aldermill.example': 'stock.html' },
  act: async ({ open, click, type, see, pause }) => {
    await open('https://stock.aldermill.example/stock')
    await pause(1.5)
    for (let page = 2; page <= 4; page += 1) {
      await click('#next', `Page ${page}`)
      await pause(1.2)
    }
    await type('#find', 'drill')
    await pause(1.5)
    await type('#find', ' ')
    await click('#low', 'Below minimum')
    await pause(1.5)
    await click('#by-s', 'Sort by stock')
    await pause(1.5)
    await click('#next', 'Page 2')
    await pause(1.5)
    await click('#export', 'Export')
    await see('text=is ready', 'stock-below-minimum.csv is ready')
    await pause(2)
    await click('#close', 'Close')
    await pause(3)
  },
}

type Report = { tell: (s: number) => void; finish: () => void }

/** More than ten minutes, nearly all of it waiting; the waits are stretched, not waited (see camera.ts). */
const ledgerReport: Run = {
  id: 'ledger-report',
  title: 'Build the yearly ledger report',
  viewport: small,
  forms: ['fmp4', 'mp4'],
  crf: 40,
  keyEvery: 10,
  sites: { 'ledger.fenwick.example': 'ledger.html' },
  act: async ({ open, choose, type, click, pause, waitLong, caption, see, site }) => {
    await open('https://ledger.fenwick.example/reports/new')
    await choose('#kind', 'Yearly ledger')
    await type('#year', '2025')
    await type('#to', '9999')
    await click('#run', 'Build report')
    await waitLong(630, 3, (elapsed) => site.evaluate((s) => (globalThis as unknown as Report).tell(s), elapsed))
    await site.evaluate(() => (globalThis as unknown as Report).finish())
    await caption()
    await see('#save', 'Report is built, difference 0.00')
    await pause(4)
    await click('#save', 'Save as PDF')
    await pause(5)
  },
}

export const officeRuns: Run[] = [ticketDesk, accountSettings, stockTable, ledgerReport]
