import { readFile } from 'node:fs/promises'
import { fail, ok, type Result } from '../contract/result.ts'
import { diskProblem } from '../core/archive/files/disk-problems.ts'

/** A whole pipe as text; `most` counts UTF-16 units. */
export const readPipe = async (
  input: NodeJS.ReadableStream,
  signal: AbortSignal,
  { most, tooLong, interrupted }: { most: number; tooLong: string; interrupted: string },
): Promise<Result<string>> => {
  const ended = () => fail('cancelled', interrupted)
  let text = ''
  const stop = (): void => void ('destroy' in input && typeof input.destroy === 'function' && input.destroy())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of input.setEncoding('utf8')) {
      text += String(chunk)
      if (text.length > most) return fail('invalid-input', tooLong)
    }
  } catch {
    return ended() // destroyed by the signal, or the writer broke off
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return signal.aborted ? ended() : ok(text)
}

/** Sources beyond this are refused anyway. */
const LONGEST = 16 * 1_024 * 1_024

/** A file's text, or stdin for `-`; a byte-order mark is not part of it. */
export const readText = async (file: string, signal: AbortSignal): Promise<Result<string>> => {
  let read: Result<string>
  if (file === '-') {
    const words = { most: LONGEST, tooLong: 'What came in is too long.', interrupted: 'Reading was interrupted.' }
    read = await readPipe(process.stdin, signal, words)
  } else {
    try {
      const bytes = await readFile(file, { signal })
      read = ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    } catch (error) {
      if (signal.aborted) return fail('cancelled', 'Reading was interrupted.')
      if (error instanceof TypeError) return fail('invalid-input', 'This file is no text in UTF-8.')
      return diskProblem(error)
    }
  }
  return read.ok ? ok(read.value.replace(/^\uFEFF/, '')) : read
}
