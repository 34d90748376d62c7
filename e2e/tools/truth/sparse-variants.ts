import type { ScriptWriter, Stage } from './script.ts'
import { carousel, LARGE, MIDDLE, SMALL, spin, tell, type Variant, variant } from './variant.ts'

/** Opens a page as a slow service shows it: empty for a moment. */
const load = (writer: ScriptWriter, stage: Stage): void => writer.open(stage, 180)

const logIn = (writer: ScriptWriter, seed: number, dark: boolean): void => {
  writer.open({ page: 'login', seed, dark })
  writer.wait(3_200)
  writer.type('one', 'northgate 70338', 110)
  writer.wait(800)
  writer.type('two', '................', 90)
  writer.caret('two')
  writer.wait(4_000)
  load(writer, { page: 'code', seed: seed + 1, dark })
  writer.wait(2_400)
}

/** A code that is refused, and once more. */
const refusal = (seed: number, dark = false) =>
  tell((writer) => {
    logIn(writer, seed, dark)
    writer.type('one', '118203', 160)
    writer.wait(1_100)
    writer.refuse()
    writer.wait(2_600)
    writer.type('one', '640917', 160)
    writer.wait(5_200)
    load(writer, { page: 'notice', seed: seed + 2, dark })
    writer.wait(6_000)
  })

/** A report that is asked for, built line by line, and shown. */
const reporting = (seed: number, lines: number, everyMs: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'report', seed, dark })
    writer.wait(3_400)
    for (const [name, text] of [
      ['one', 'yearly ledger'],
      ['two', '2025'],
      ['three', '1000'],
      ['four', '9999'],
    ] as const) {
      writer.type(name, text, 120)
      writer.wait(900)
    }
    load(writer, { page: 'log', seed: seed + 1, lines: 1, dark })
    for (let line = 2; line <= lines; line += 1) {
      writer.wait(everyMs)
      writer.change({ lines: line })
    }
    writer.wait(4_000)
    load(writer, { page: 'chart', seed: seed + 1, dark })
    writer.wait(5_000)
  })

const seeking = (seed: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'search', seed, dark })
    writer.wait(3_300)
    writer.type('one', 'ferry to storholm on friday', 100)
    writer.caret('one')
    writer.wait(5_000)
    load(writer, { page: 'hits', seed: seed + 1, typed: { one: 'ferry to storholm on friday' }, dark })
    writer.wait(4_300)
    load(writer, { page: 'notice', seed: seed + 2, dark })
    writer.wait(3_700)
    load(writer, { page: 'hits', seed: seed + 1, typed: { one: 'ferry to storholm on friday' }, dark })
    writer.wait(5_100)
  })

const mails = (seed: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'mail', seed, part: 1, dark })
    writer.wait(3_100)
    // At uneven distances, as nobody reads at a beat: what changes at even ones is a carousel.
    for (const [at, restMs] of [4_300, 2_600, 6_100].entries()) {
      writer.part(at + 2)
      writer.wait(restMs)
    }
    load(writer, { page: 'login', seed: seed + 1, dark })
    writer.wait(4_000)
  })

/** What moves on a sparse page by itself, and a dialog over it. */
const restless = (seed: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'code', seed, dark })
    spin(writer)
    writer.wait(8_000)
    writer.stop('spinner', { spinner: undefined })
    writer.wait(1_300)
    load(writer, { page: 'notice', seed: seed + 1, dark })
    carousel(writer, 3_500, 4)
    writer.wait(21_000)
    load(writer, { page: 'report', seed: seed + 2, dark })
    writer.wait(3_800)
    writer.dialog(true)
    writer.wait(3_000)
    writer.dialog(false)
    writer.wait(4_000)
    writer.point([300, 200], [900, 420])
    writer.wait(5_000)
  })

const rounds = (seed: number, pages: Stage['page'][], count: number, restMs: number, dark = false) =>
  tell((writer) => {
    writer.open({ page: 'search', seed, dark })
    writer.wait(3_400)
    const fromScreen = writer.screenCount()
    for (let round = 0; round < count; round += 1)
      pages.forEach((page, index) => {
        writer.open({ page, seed: seed + 1 + index, dark }, 150)
        writer.wait(restMs + ((round * 370 + index * 210) % 900))
      })
    writer.loop({ fromScreen, period: pages.length, count })
    writer.open({ page: 'chart', seed: seed + 9, dark })
    writer.wait(66_000)
  })

export const sparseVariants: Variant[] = [
  variant('sparse-refusal', [MIDDLE, 30, 25, 6], refusal(501)),
  variant('sparse-report', [[1024, 640], 36, 25, 8], reporting(511, 9, 3_300)),
  variant('sparse-search', [MIDDLE, 33, null, 6], seeking(521)),
  variant('sparse-mails', [[1440, 900], 31, 25, 5], mails(531)),
  variant('sparse-restless', [MIDDLE, 32, 25, 6], restless(541)),
  variant('sparse-loop', [MIDDLE, 34, null, 6], rounds(551, ['login', 'code'], 4, 1_500)),
  variant('third-refusal-dark', [[1600, 900], 35, 25, 5], refusal(601, true), { apart: 'third' }),
  variant('third-refusal-small', [[1366, 768], 38, 30, 4], refusal(611), { apart: 'third', video: SMALL }),
  variant('third-report-large', [LARGE, 33, null, 6], reporting(621, 12, 4_100), { apart: 'third' }),
  variant('third-report-dark', [MIDDLE, 37, 25, 3], reporting(631, 7, 2_600, true), { apart: 'third' }),
  variant('third-search-dark', [[1440, 900], 30, 25, 8], seeking(641, true), { apart: 'third' }),
  variant('third-search-scaled', [[1600, 900], 36, null, 6], seeking(651), { apart: 'third', video: [960, 540] }),
  variant('third-mails-small', [[1024, 640], 34, null, 6], mails(661), { apart: 'third' }),
  variant('third-restless-dark', [[1366, 768], 33, 25, 6], restless(671, true), { apart: 'third' }),
  variant('third-loop-of-three', [MIDDLE, 36, 30, 5], rounds(681, ['code', 'notice', 'report'], 3, 1_700), {
    apart: 'third',
  }),
]
