import { writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import type { Handler } from '../contract/operations.ts'
import { fail, ok } from '../contract/result.ts'

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

/** Asks where to, adds the ending the dialog may have dropped (X09), writes, answers the name. */
export const createFrameSave =
  ({ folder, ask }: FrameSaveConfig): Handler<'frame.save'> =>
  async ({ sessionId, atMs, png }) => {
    if (!PNG.every((byte, at) => png[at] === byte)) return fail('invalid-input', 'That is not a PNG picture.')
    const filePath = await ask({
      title: 'Save frame',
      // An absolute folder always: a bare name opens in "." on some desktops (X09).
      defaultPath: join(folder(), frameName(sessionId, atMs)),
      filters: [{ name: 'PNG picture', extensions: ['png'] }],
    })
    if (filePath === null) return ok({ name: null })
    const added = extname(filePath).toLowerCase() !== '.png'
    const target = added ? `${filePath}.png` : filePath
    try {
      // The dialog asked about another name when we added the ending: then nothing that exists is overwritten (X09).
      await writeFile(target, png, { flag: added ? 'wx' : 'w' })
      return ok({ name: basename(target) })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST')
        return fail('storage', `${basename(target)} exists already.`, { next: 'Choose another name.' })
      if (code === 'ENOSPC') return fail('storage', 'The disk is full.', { next: 'Free some space and save again.' })
      return fail('storage', `The frame could not be written (${code ?? 'unknown cause'}).`, {
        next: 'Choose another folder.',
      })
    }
  }
