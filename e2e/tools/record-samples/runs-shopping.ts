import type { Run } from './actor.ts'

const shopCheckout: Run = {
  id: 'shop-checkout',
  title: 'Buy two enamel mugs',
  viewport: { width: 1280, height: 720 },
  forms: ['ts', 'mp4'],
  sites: { 'shop.harbour-pine.example': 'shop.html' },
  act: async ({ open, type, press, see, click, pause, caption }) => {
    await open('https://shop.harbour-pine.example/')
    await pause(1.5)
    await type('#q', 'mug')
    await press('Enter')
    await see('text=3 results', '3 results for mug')
    await caption()
    await pause(2)
    await click('.card >> text=Enamel mug, forest', 'Enamel mug, forest')
    await pause(1.5)
    await type('#count', '2')
    await click('#add', 'Add to basket')
    await pause(1)
    await click('#checkout', 'Go to checkout')
    await type('#name', 'Purchasing, Bramble Foods')
    await type('#street', 'Quayside 17')
    await type('#zip', '4021')
    await type('#card', '0000 1111 2222 3333', true)
    await click('form button >> text=Pay', 'Pay')
    await see('.error', 'The postcode needs five digits')
    await pause(2.5)
    await type('#zip', '40210')
    await click('form button >> text=Pay', 'Pay')
    await see('.done', 'Order 20418 is placed')
    await pause(4)
  },
}

const ferryTimetable: Run = {
  id: 'ferry-timetable',
  title: 'Find a crossing on Friday',
  viewport: { width: 1280, height: 720 },
  forms: ['mp4'],
  sites: { 'www.tideway-ferries.example': 'ferry.html' },
  act: async ({ open, type, choose, see, click, pause }) => {
    await open('https://www.tideway-ferries.example/')
    await type('#to', 'Storholm')
    await type('#day', 'Fri 4 Dec')
    await choose('#cars', '1 car')
    await click('form button', 'Search')
    await see('.note', 'Shows Thursday instead of Friday')
    await pause(2.5)
    await click('[data-d="Sat 5"]', 'Saturday')
    await see('text=€ 92', 'Saturday: € 88 and € 92')
    await pause(2)
    await click('[data-d="Fri 4"]', 'Friday')
    await see('text=€ 49', 'Friday 18:05 costs € 49')
    await pause(2.5)
    await click('[data-t="18:05"]', 'Choose 18:05')
    await see('.ok', 'Held for 20 minutes, TW-88213')
    await pause(5)
  },
}

export const shoppingRuns: Run[] = [shopCheckout, ferryTimetable]
