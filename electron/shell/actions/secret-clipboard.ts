import { createHmac, randomBytes } from 'node:crypto'
import type { Clipboard } from 'electron'
import { CLIPBOARD_MS } from '../../contract/constants/cookie-constants.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Clock } from '../../core/base/ports.ts'

/** The clipboard's content is the other program's to give; one that hangs must not hold up the end of ours. */
const ANSWER_MS = 1_000

type ClipboardConfig = {
  clipboard: Pick<Clipboard, 'readText' | 'writeText' | 'clear'>
  clock: Clock
}
export type SecretClipboard = ReturnType<typeof createSecretClipboard>

/**
 * Copies a secret and takes it out of the clipboard again after CLIPBOARD_MS or at the end of the program, unless
 * something else was copied meanwhile. Meanwhile only a hash of the text is kept here.
 */
export const createSecretClipboard = ({ clipboard, clock }: ClipboardConfig) => {
  const salt = randomBytes(32)
  const hashOf = (text: string): string => createHmac('sha256', salt).update(text, 'utf16le').digest('base64')
  let copied: string | null = null
  let cancel = (): void => {}

  const readText = async (): Promise<string | null> => {
    const late = Promise.withResolvers<null>()
    const stop = clock.after(ANSWER_MS, () => late.resolve(null))
    const text = await Promise.race([clipboard.readText().catch(() => null), late.promise])
    stop()
    return text
  }

  const clear = async (): Promise<void> => {
    const hash = copied
    copied = null
    cancel()
    if (hash === null) return
    // A clipboard that cannot be read may hold anything: it is left alone. So is what was copied meanwhile.
    const present = await readText()
    if (present !== null && hashOf(present) === hash && copied === null) clipboard.clear()
  }

  return {
    copy: async (text: string): Promise<Result<{ clearsAt: number }>> => {
      try {
        await clipboard.writeText(text)
      } catch {
        return fail('internal', 'The text could not be copied.', { next: 'Retry.' })
      }
      cancel()
      copied = hashOf(text)
      cancel = clock.after(CLIPBOARD_MS, () => void clear())
      return ok({ clearsAt: clock.now() + CLIPBOARD_MS })
    },
    /** Clears now what was copied last, as when the program ends. Never rejects, and waits for a moment at most. */
    clear,
  }
}
