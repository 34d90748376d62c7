import type { SaveDialogOptions } from 'electron'
import type { Handler } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'
import { plainPart, safeStem } from '../../core/base/safe-name.ts'
import { saveFile } from './save-file.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const TITLE_BYTES = 120

/** Video time without signs that a file name must not hold: `0m56.3s`, `1h02m03.0s`. */
const timeInName = (atMs: number): string => {
  const tenths = Math.floor(atMs / 100)
  const [hours, minutes, seconds] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  const pad = (text: string, width: number) => text.padStart(width, '0')
  return hours > 0
    ? `${hours}h${pad(String(minutes), 2)}m${pad(seconds.toFixed(1), 4)}s`
    : `${minutes}m${pad(seconds.toFixed(1), 4)}s`
}

/** The title as the beginning of a file's name; without one the id lends letters and digits alone (D17). */
const stemOf = (title: string | null, sessionId: string): string => {
  const id = sessionId
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 40)
  return safeStem(plainPart(title ?? '') || id || 'session', TITLE_BYTES)
}

/** Title, then time. */
export const frameName = (title: string | null, sessionId: string, atMs: number): string =>
  `${stemOf(title, sessionId)} ${timeInName(atMs)}.png`

const isPng = (bytes: Uint8Array): boolean => PNG.every((byte, at) => bytes[at] === byte)
const notPng = fail('invalid-input', 'This is not a PNG image.')

type FrameSaveConfig = {
  /** The person's folder for pictures, absolute. */
  folder: () => string
  /** The person's title of a session; null when it has none. */
  titleOf: (sessionId: string) => Promise<string | null>
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
}

/** Saves one frame where the person says. */
export const createFrameSave =
  ({ folder, titleOf, ask }: FrameSaveConfig): Handler<'frame.save'> =>
  async ({ sessionId, atMs, png }) => {
    if (!isPng(png)) return notPng
    return saveFile({
      ask,
      title: 'Save frame',
      folder: folder(),
      name: frameName(await titleOf(sessionId), sessionId, atMs),
      filters: [{ name: 'PNG image', extensions: ['png'] }],
      data: png,
    })
  }

const SHEETS = {
  png: { ending: 'png', name: 'PNG image' },
  markdown: { ending: 'md', name: 'Markdown' },
} as const

/** Saves the contact sheet of a recording where the person says. */
export const createSheetSave =
  ({ folder, titleOf, ask }: FrameSaveConfig): Handler<'sheet.save'> =>
  async ({ sessionId, format, data }) => {
    if (format === 'png' && !isPng(data)) return notPng
    const { ending, name } = SHEETS[format]
    return saveFile({
      ask,
      title: 'Export contact sheet',
      folder: folder(),
      name: `${stemOf(await titleOf(sessionId), sessionId)} contact sheet.${ending}`,
      filters: [{ name, extensions: [ending] }],
      data,
    })
  }
