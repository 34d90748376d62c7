import { StringDecoder } from 'node:string_decoder'
import type { ReadStream } from 'node:tty'
import { fail, ok, type Result } from '../../contract/result.ts'
import { readPipe } from './read-input.ts'

const WORDS = {
  /** A key has 20,000 characters at most; more is a file by mistake. */
  most: 64 * 1_024,
  tooLong: 'The input is too long for a key.',
  interrupted: 'No input.',
  what: 'The key',
}

const interrupted = () => fail('cancelled', WORDS.interrupted)

const ESC = '\u001b'
const BEL = '\u0007'

/** Whether a sequence that began with an escape is complete (ECMA-48, 5.4; SS3 has one sign more). */
const isComplete = (sequence: string): boolean => {
  const last = sequence.at(-1) ?? ''
  switch (sequence[1]) {
    case undefined:
      return false
    case '[':
      return sequence.length > 2 && last >= '@' && last <= '~'
    case ']':
    case 'P':
      return last === BEL || sequence.endsWith(`${ESC}\\`)
    case 'O':
      return sequence.length === 3
    default:
      return true
  }
}

/**
 * Signs of a terminal without its escape sequences, which come in any pieces. Line ends of a bracketed paste
 * (`ESC[200~ … ESC[201~`) do not end the line: people copy keys with them.
 */
const createKeys = () => {
  let sequence = ''
  let pasting = false
  /** Null: part of a sequence, or nothing to be taken. */
  return (sign: string): string | null => {
    if (sequence === '' && sign !== ESC) return pasting && (sign === '\r' || sign === '\n') ? null : sign
    // An escape begins another sequence, except in a text (OSC, DCS), which ends with one.
    const inText = sequence[1] === ']' || sequence[1] === 'P'
    sequence = sign === ESC && !inText ? sign : sequence + sign
    if (!isComplete(sequence)) return null
    if (sequence === `${ESC}[200~`) pasting = true
    if (sequence === `${ESC}[201~`) pasting = false
    sequence = ''
    return null
  }
}

/** One line typed on a terminal that shows nothing of it. */
const readTyped = (input: ReadStream, signal: AbortSignal): Promise<Result<string>> => {
  const { promise, resolve } = Promise.withResolvers<Result<string>>()
  const keyOf = createKeys()
  const decoder = new StringDecoder('utf8')
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
    for (const sign of typeof chunk === 'string' ? chunk : decoder.write(chunk)) {
      const key = keyOf(sign)
      const result = key === null ? null : enter(key)
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
  return fail('invalid-input', 'No input.', { next: 'Type the key, or pipe it in.' })
}
