import type { SaveDialogOptions } from 'electron'
import type { Handler } from '../contract/operations.ts'
import { fail } from '../contract/result.ts'
import { saveFile } from './save-text-file.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A name of our own making: the id only lends letters and digits to it (D17). */
export const frameName = (sessionId: string, atMs: number): string => {
  const safe =
    sessionId
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'session'
  return `${safe} at ${(atMs / 1_000).toFixed(1)} s.png`
}

type FrameSaveConfig = {
  /** The person's folder for pictures, absolute. */
  folder: () => string
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
}

/** Saves one frame where the person says. */
export const createFrameSave =
  ({ folder, ask }: FrameSaveConfig): Handler<'frame.save'> =>
  async ({ sessionId, atMs, png }) => {
    if (!PNG.every((byte, at) => png[at] === byte)) return fail('invalid-input', 'That is not a PNG picture.')
    return saveFile({
      ask,
      title: 'Save frame',
      folder: folder(),
      name: frameName(sessionId, atMs),
      filters: [{ name: 'PNG picture', extensions: ['png'] }],
      data: png,
    })
  }
