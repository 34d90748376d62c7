import type { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../contract/result.ts'
import { readPipe } from './read-text.ts'

const WORDS = {
  /** A key has 20,000 characters at most; more is a file by mistake. */
  most: 64 * 1_024,
  tooLong: 'What came in is too long for a key.',
  interrupted: 'Nothing was entered.',
  what: 'The key',
}

const interrupted = () => fail('cancelled', WORDS.interrupted)

/** One line typed on a terminal that shows nothing of it. */
const readTyped = (input: ReadStream, signal: AbortSignal): Promise<Result<string>> => {
  const { promise, resolve } = Promise.withResolvers<Result<string>>()
  let typed = ''
  const end = (result: Result<string>): void => {
    input.off('data', take)
    input.setRawMode(false)
    input.pause()
    resolve(result)
  }
  const enter = (sign: string): Result<string> | null => {
    if (sign === '\r' || sign === '\n') return ok(typed)
    if (sign === '\u0003') return interrupted() // Ctrl+C
    if (sign === '\u0004') return typed === '' ? interrupted() : ok(typed) // Ctrl+D
    if (sign === '\u007f' || sign === '\b') typed = Array.from(typed).slice(0, -1).join('')
    else if (sign === '\u0015')
      typed = '' // Ctrl+U
    else if (sign >= ' ') typed += sign
    return null
  }
  const take = (chunk: Buffer | string): void => {
    for (const sign of String(chunk)) {
      const result = enter(sign)
      if (result) {
        end(result)
        break
      }
    }
  }
  signal.addEventListener('abort', () => end(interrupted()), { once: true })
  input.setRawMode(true)
  input.on('data', take)
  input.resume()
  return promise
}

/** A secret from a pipe, or typed without echo after `prompt` on stderr. Never empty. */
export const readSecret = async (prompt: string, signal: AbortSignal): Promise<Result<string>> => {
  const input = process.stdin
  let read: Result<string>
  if (input.isTTY) {
    process.stderr.write(prompt)
    read = await readTyped(input, signal)
    process.stderr.write('\n')
  } else {
    const piped = await readPipe(input, signal, WORDS)
    read = piped.ok ? ok(piped.value.replace(/\r?\n$/, '')) : piped
  }
  if (!read.ok || read.value !== '') return read
  return fail('invalid-input', 'Nothing was entered.', { next: 'Type the key, or hand it over by a pipe.' })
}
