import { readFile } from 'node:fs/promises'
import { fail, ok, type Result } from '../../contract/result.ts'
import { encodingOf } from '../../contract/text/text-encoding.ts'
import { diskProblem } from '../../core/archive/files/disk/disk-problems.ts'

export type Reading = {
  /** Bytes. */
  most: number
  tooLong: string
  interrupted: string
  /** What came in, at the beginning of a sentence. */
  what: string
  /** Read UTF-16 where a byte-order mark declares it: Windows PowerShell 5 writes its lists so. */
  utf16?: boolean
}

/** Text as it was meant, without its byte-order mark; bytes of no encoding are refused, never replaced. */
const decode = (bytes: Uint8Array, { what, utf16 = false }: Reading): Result<string> => {
  const encoding = encodingOf(bytes)
  try {
    return ok(new TextDecoder(utf16 ? encoding : 'utf-8', { fatal: true }).decode(bytes))
  } catch {
    const found = encoding === 'utf-8' ? '' : ` It is ${encoding.toUpperCase()}.`
    return fail('invalid-input', `${what} is not UTF-8 text.${found}`, { next: 'Save it as UTF-8, then retry.' })
  }
}

const readAll = async (
  input: NodeJS.ReadableStream,
  signal: AbortSignal,
  reading: Reading,
): Promise<Result<Buffer>> => {
  const ended = () => fail('cancelled', reading.interrupted)
  const chunks: Buffer[] = []
  let size = 0
  const stop = (): void => void ('destroy' in input && typeof input.destroy === 'function' && input.destroy())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of input) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size > reading.most) return fail('invalid-input', reading.tooLong)
    }
  } catch {
    return ended() // destroyed by the signal, or the writer broke off
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return signal.aborted ? ended() : ok(Buffer.concat(chunks))
}

/** A whole pipe as text. */
export const readPipe = async (
  input: NodeJS.ReadableStream,
  signal: AbortSignal,
  reading: Reading,
): Promise<Result<string>> => {
  const bytes = await readAll(input, signal, reading)
  return bytes.ok ? decode(bytes.value, reading) : bytes
}

/** Sources beyond this are refused anyway. Bytes. */
const LONGEST = 16 * 1_024 * 1_024

/** A file's text, or stdin for `-`; a byte-order mark is not part of it. */
export const readText = async (file: string, signal: AbortSignal): Promise<Result<string>> => {
  const reading = { most: LONGEST, tooLong: 'The input is too long.', interrupted: 'Reading was interrupted.' }
  if (file === '-') return readPipe(process.stdin, signal, { ...reading, what: 'The input' })
  try {
    return decode(await readFile(file, { signal }), { ...reading, what: 'This file' })
  } catch (error) {
    return signal.aborted ? fail('cancelled', reading.interrupted) : diskProblem(error)
  }
}
