import type { ScriptWriter, Stage } from './script.ts'
import { sparseVariants } from './sparse-variants.ts'
import { advert, carousel, LARGE, MIDDLE, SMALL, spin, tell, type Variant, variant } from './variant.ts'

const walk = (pages: Stage['page'][], seed: number, restMs: (index: number) => number, dark = false) =>
  tell((writer) => {
    pages.forEach((page, index) => {
      writer.open({ page, seed: seed + index, dark })
      writer.wait(restMs(index))
    })
  })

const errand = (seed: number, perKeyMs: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'article', seed, dark })
    writer.wait(4_200)
    writer.open({ page: 'form', seed: seed + 1, dark })
    writer.wait(2_100)
    writer.type('one', 'northgate supplier 70338', perKeyMs)
    writer.wait(900)
    writer.type('two', 'a sentence that takes a while', perKeyMs)
    writer.caret('two')
    writer.wait(9_000)
    writer.type('area', 'ledger of the harbour station, second quarter, as agreed', perKeyMs)
    writer.wait(3_500)
    writer.open({ page: 'table', seed: seed + 2, dark })
    writer.wait(7_000)
  })

const waitWith = (
  seed: number,
  begin: (writer: ScriptWriter) => void,
  name: string,
  waitMs: number,
  page: Stage['page'] = 'article',
) =>
  tell((writer) => {
    writer.open({ page: 'cards', seed })
    writer.wait(2_500)
    writer.open({ page, seed: seed + 1 })
    writer.wait(1_000)
    begin(writer)
    writer.wait(waitMs)
    writer.stop(name, { [name]: undefined })
    writer.wait(1_400)
    writer.open({ page: 'table', seed: seed + 2 })
    writer.wait(5_000)
  })

const flashes = (seed: number, flashMs: number) =>
  tell((writer) => {
    for (const [index, page] of (['table', 'cards', 'article', 'form', 'panes'] as const).entries()) {
      writer.open({ page, seed: seed + index }, index > 0 ? flashMs : 0)
      writer.wait(2_200 + index * 900)
    }
  })

const looping = (seed: number, pages: Stage['page'][], count: number, restMs: number) =>
  tell((writer) => {
    writer.open({ page: 'panes', seed: seed + 50 })
    writer.wait(3_300)
    const fromScreen = writer.screenCount()
    for (let round = 0; round < count; round += 1)
      pages.forEach((page, index) => {
        writer.open({ page, seed: seed + index }, 150)
        writer.wait(restMs + ((round * 370 + index * 210) % 900))
      })
    writer.loop({ fromScreen, period: pages.length, count })
    writer.open({ page: 'article', seed: seed + 60 })
    writer.wait(4_000)
  })

const frozen = (seed: number, frozenMs: number, begin?: (writer: ScriptWriter) => void) =>
  tell((writer) => {
    writer.open({ page: 'table', seed })
    writer.wait(3_000)
    writer.open({ page: 'form', seed: seed + 1 })
    writer.wait(1_200)
    writer.type('one', 'copper window')
    writer.wait(1_500)
    writer.open({ page: 'panes', seed: seed + 2 })
    begin?.(writer)
    writer.wait(frozenMs)
  })

const dialogs = (seed: number) =>
  tell((writer) => {
    writer.open({ page: 'cards', seed })
    writer.wait(3_400)
    writer.dialog(true)
    writer.wait(2_600)
    writer.dialog(false)
    writer.wait(4_800)
    writer.open({ page: 'table', seed: seed + 1 })
    writer.wait(1_500)
    writer.dialog(true)
    writer.wait(6_000)
  })

const scrolling = (seed: number, page: Stage['page']) =>
  tell((writer) => {
    writer.open({ page, seed })
    writer.wait(3_600)
    writer.scroll(660, true)
    writer.wait(4_400)
    writer.scroll(480, true)
    writer.wait(2_000)
    writer.open({ page: 'panes', seed: seed + 1 })
    writer.wait(4_000)
  })

const pointing = (seed: number) =>
  tell((writer) => {
    writer.open({ page: 'panes', seed })
    writer.wait(2_000)
    writer.point([300, 200], [900, 500])
    writer.wait(4_500)
    writer.point([900, 500], [500, 150], 800)
    writer.wait(1_000)
    writer.open({ page: 'article', seed: seed + 1, pointer: [500, 150] })
    writer.wait(8_000)
  })

/** Visits details from one list: the list comes again and again, the details differ, so nothing loops. */
const visits = (seed: number) =>
  tell((writer) => {
    for (let round = 0; round < 4; round += 1) {
      writer.open({ page: 'table', seed }, 100)
      writer.wait(1_700 + round * 200)
      writer.open({ page: 'cards', seed: seed + 10 + round }, 100)
      writer.wait(2_900 + round * 300)
    }
  })

const clockwork = (seed: number) =>
  tell((writer) => {
    writer.open({ page: 'panes', seed })
    writer.wait(2_000)
    writer.open({ page: 'table', seed: seed + 1, clock: '0 s waited' })
    writer.move('clock', 1_000, ({ clock = '' }) => ({ clock: `${Number.parseInt(clock, 10) + 1} s waited` }))
    writer.wait(26_000)
    writer.open({ page: 'cards', seed: seed + 2 })
    writer.wait(5_000)
  })

const everything = (seed: number) =>
  tell((writer) => {
    writer.open({ page: 'article', seed, advert: 0 })
    advert(writer)
    writer.wait(9_000)
    writer.open({ page: 'form', seed: seed + 1 }, 250)
    writer.wait(1_100)
    writer.type('one', 'machine letter', 120)
    writer.caret('one')
    writer.wait(6_500)
    writer.open({ page: 'panes', seed: seed + 2, spinner: 0 }, 250)
    spin(writer)
    writer.wait(8_000)
    writer.stop('spinner', { spinner: undefined })
    writer.dialog(true)
    writer.wait(3_800)
    writer.open({ page: 'table', seed: seed + 3, dark: true }, 250)
    writer.wait(64_000)
  })

const all: Stage['page'][] = ['article', 'table', 'cards', 'form', 'panes', 'console']

export const variants: Variant[] = [
  variant(
    'pages-vfr',
    [MIDDLE, 28, null, 6],
    walk(all, 1, (index) => 1_500 + index * 800),
  ),
  variant(
    'pages-25fps-large',
    [LARGE, 33, 25, 4],
    walk(all, 11, (index) => 1_200 + index * 900),
  ),
  variant(
    'pages-small-crf40',
    [MIDDLE, 40, 25, 2],
    walk(all, 21, (index) => 1_800 + index * 700),
    { video: SMALL },
  ),
  variant(
    'pages-dark',
    [MIDDLE, 30, 25, 5],
    walk(all, 31, (index) => 2_400 + index * 600, true),
  ),
  variant('typing-25fps', [MIDDLE, 26, 25, 10], errand(41, 90)),
  variant('typing-slow-large', [LARGE, 36, null, 6], errand(51, 190)),
  variant('typing-small', [MIDDLE, 38, 25, 4], errand(61, 75), { video: SMALL }),
  variant('spinner-25fps', [MIDDLE, 33, 25, 6], waitWith(71, spin, 'spinner', 14_000)),
  variant('spinner-vfr-large', [LARGE, 30, null, 6], waitWith(81, spin, 'spinner', 9_000, 'panes')),
  variant(
    'advert-25fps',
    [MIDDLE, 30, 25, 5],
    waitWith(91, (writer) => advert(writer), 'advert', 16_000),
  ),
  variant(
    'carousel',
    [MIDDLE, 28, 25, 6],
    waitWith(101, (writer) => carousel(writer, 3_000), 'carousel', 22_000),
  ),
  variant(
    'progress-bar',
    [MIDDLE, 33, 25, 6],
    waitWith(
      111,
      (writer) => writer.move('progress', 200, ({ progress = 0 }) => ({ progress: progress + 1 })),
      'progress',
      19_000,
      'panes',
    ),
  ),
  variant('scroll-article', [MIDDLE, 31, 25, 5], scrolling(121, 'article')),
  variant('dialogs', [MIDDLE, 30, 25, 6], dialogs(131)),
  variant('white-flash', [MIDDLE, 32, 25, 6], flashes(141, 200)),
  variant('white-flash-long-vfr', [[1024, 640], 34, null, 6], flashes(151, 1_300)),
  variant('loop-of-two', [MIDDLE, 33, 25, 6], looping(161, ['form', 'table'], 4, 1_400)),
  variant('loop-of-one', [MIDDLE, 30, null, 6], looping(171, ['table'], 5, 1_900)),
  variant('frozen-plain', [MIDDLE, 30, 25, 8], frozen(181, 75_000)),
  variant('frozen-spinner', [SMALL, 34, null, 6], frozen(191, 68_000, spin)),
  variant(
    'frozen-carousel',
    [MIDDLE, 31, null, 6],
    frozen(471, 82_000, (writer) => carousel(writer, 5_000, 3)),
  ),
  variant('pointer', [MIDDLE, 28, 25, 6], pointing(201)),
  variant('no-loop', [MIDDLE, 31, 25, 6], visits(211)),
  variant('counting-clock', [MIDDLE, 33, 25, 6], clockwork(221)),
  variant(
    'apart-pages-crf38',
    [[1600, 900], 38, 25, 3],
    walk(['panes', 'console', 'cards', 'article', 'form'], 301, (index) => 2_100 + index * 750),
    { apart: 'first' },
  ),
  variant('apart-typing-dark', [MIDDLE, 34, 25, 5], errand(311, 110, true), { apart: 'first' }),
  variant(
    'apart-advert-small',
    [MIDDLE, 37, 25, 4],
    waitWith(321, (writer) => advert(writer, 160), 'advert', 18_000, 'table'),
    { apart: 'first', video: [854, 480] },
  ),
  variant(
    'apart-carousel-large',
    [LARGE, 29, null, 6],
    waitWith(331, (writer) => carousel(writer, 4_500, 5), 'carousel', 30_000, 'panes'),
    { apart: 'first' },
  ),
  variant('apart-scroll-table', [MIDDLE, 33, 25, 6], scrolling(341, 'table'), { apart: 'first' }),
  variant('apart-loop-of-three', [MIDDLE, 35, 25, 6], looping(351, ['cards', 'form', 'console'], 3, 1_600), {
    apart: 'first',
  }),
  variant('apart-everything', [MIDDLE, 32, 25, 6], everything(361), { apart: 'first' }),
  variant(
    'second-pages-large',
    [LARGE, 35, null, 5],
    walk(['console', 'form', 'article', 'panes', 'table', 'cards'], 401, (index) => 1_900 + index * 650),
    { apart: 'second' },
  ),
  variant('second-typing-scaled', [[1440, 900], 31, 30, 4], errand(411, 130, true), {
    apart: 'second',
    video: [960, 600],
  }),
  variant(
    'second-progress-thick',
    [[1440, 900], 28, 30, 5],
    waitWith(
      421,
      (writer) => writer.move('progress', 350, ({ progress = 0 }) => ({ progress: Math.min(100, progress + 2) })),
      'progress',
      24_000,
      'article',
    ),
    { apart: 'second' },
  ),
  variant(
    'second-progress-small',
    [MIDDLE, 36, null, 6],
    waitWith(
      431,
      (writer) => writer.move('progress', 600, ({ progress = 0 }) => ({ progress: Math.min(100, progress + 1.5) })),
      'progress',
      40_000,
      'form',
    ),
    { apart: 'second', video: SMALL },
  ),
  variant('second-spinner-table', [[1024, 768], 34, 25, 8], waitWith(441, spin, 'spinner', 21_000, 'table'), {
    apart: 'second',
  }),
  variant('second-white-flash', [MIDDLE, 36, 30, 3], flashes(451, 600), { apart: 'second' }),
  variant(
    'second-loop-of-four',
    [[1600, 900], 33, 25, 6],
    looping(461, ['panes', 'cards', 'form', 'table'], 3, 1_500),
    { apart: 'second' },
  ),
  variant('second-dialogs-large', [LARGE, 38, 25, 5], dialogs(481), { apart: 'second' }),
  variant('second-scroll-cards', [[1366, 768], 30, 25, 6], scrolling(491, 'cards'), { apart: 'second' }),
  ...sparseVariants,
]
