import { createScript, type Script, type ScriptWriter } from './script.ts'

export type Variant = {
  name: string
  /** Size of the page, and of the video when it is scaled down. */
  page: [number, number]
  video?: [number, number]
  crf: number
  /** Frames a second; null: a frame for each change, as captures of a page are. */
  rate: number | null
  keySeconds: number
  /**
   * Kept apart: no threshold of the interpreter was looked for with it. The second set came with the progress bars, the third
   * with the sparse pages.
   */
  apart: false | 'first' | 'second' | 'third'
  script: () => Script
}

export const SMALL: [number, number] = [640, 360]
export const MIDDLE: [number, number] = [1280, 720]
export const LARGE: [number, number] = [1920, 1080]

export const spin = (writer: ScriptWriter): void =>
  writer.move('spinner', 80, ({ spinner = 0 }) => ({ spinner: (spinner + 1) % 12 }))
export const advert = (writer: ScriptWriter, everyMs = 120): void =>
  // Back and forth through 40 pictures at uneven speed, so that nothing repeats exactly.
  writer.move('advert', everyMs, ({ advert: at = 0 }) => ({ advert: (at + 1 + (at % 3)) % 40 }))
export const carousel = (writer: ScriptWriter, everyMs: number, slides = 4): void =>
  writer.move('carousel', everyMs, ({ carousel: at = 0 }) => ({ carousel: (at + 1) % slides }))

export const tell =
  (act: (writer: ScriptWriter) => void): (() => Script) =>
  () => {
    const writer = createScript()
    act(writer)
    return writer.end()
  }

export const variant = (
  name: string,
  [page, crf, rate, keySeconds]: [[number, number], number, number | null, number],
  script: () => Script,
  more: Partial<Variant> = {},
): Variant => ({ name, page, crf, rate, keySeconds, apart: false, script, ...more })
