import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../base/testing/test-clock.ts'
import { wakeSecretService } from './secret-service.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bus-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const align = (size: number, to: number) => Buffer.alloc((to - (size % to)) % to)
const text = (value: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(value))
  return Buffer.concat([length, Buffer.from(`${value}\0`)])
}
/** A method return with one body of the given signature. */
const reply = (to: number, signature: string, body: Buffer): Buffer => {
  const serial = Buffer.alloc(4)
  serial.writeUInt32LE(to)
  const first = Buffer.concat([Buffer.from([5, 1, 0x75, 0]), serial]) // REPLY_SERIAL, u
  const second = Buffer.concat([
    Buffer.from([8, 1, 0x67, 0, signature.length]), // SIGNATURE, g
    Buffer.from(`${signature}\0`),
  ])
  const fields = Buffer.concat([first, second])
  const head = Buffer.alloc(16)
  head.set([0x6c, 2, 0, 1])
  head.writeUInt32LE(body.length, 4)
  head.writeUInt32LE(1, 8)
  head.writeUInt32LE(fields.length, 12)
  const header = Buffer.concat([head, fields])
  return Buffer.concat([header, align(header.length, 8), body])
}
const member = (message: Buffer): string =>
  ['Hello', 'ReadAlias', 'Unlock', 'AddMatch', 'Prompt', 'Get'].find((name) =>
    message.includes(Buffer.from(`\0${name}\0`)),
  ) ?? ''
const path = '/org/freedesktop/secrets/x'

/** A keychain that is locked, offers a prompt, and goes away when the prompt is asked to appear. */
const answer = (socket: Socket, message: Buffer): void => {
  const to = message.readUInt32LE(8)
  const name = member(message)
  if (name === 'Prompt') return void socket.destroy()
  if (name === 'ReadAlias') return void socket.write(reply(to, 'o', text(path)))
  if (name === 'Get') {
    const locked = Buffer.from([1, 0x62, 0, 0, 1, 0, 0, 0]) // variant b true
    return void socket.write(reply(to, 'v', locked))
  }
  if (name === 'Unlock') {
    const none = Buffer.alloc(4)
    return void socket.write(reply(to, 'aoo', Buffer.concat([none, text(`${path}/prompt`)])))
  }
  socket.write(reply(to, 's', text(':1.1')))
}

test('K01: a keychain that goes away at its own prompt is "locked", and no promise is left behind', async () => {
  const asked: string[] = []
  const server = createServer((socket) => {
    let signedIn = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (!signedIn && chunk.includes('AUTH')) return void socket.write('OK 0123\r\n')
      const message = signedIn ? chunk : chunk.subarray(chunk.indexOf('BEGIN\r\n') + 7)
      signedIn = true
      if (message.length === 0) return
      asked.push(member(message))
      answer(socket, message)
    })
  })
  const address = join(folder, 'bus')
  await new Promise<void>((resolve) => server.listen(address, resolve))
  const orphans: unknown[] = []
  const keep = (reason: unknown) => void orphans.push(reason)
  process.on('unhandledRejection', keep)
  const result = await wakeSecretService({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${address}` }, 3_000)
  await until(() => asked.includes('Prompt'), 'the prompt')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', keep)
  server.close()
  expect(result).toMatchObject({ ok: false, problem: { message: expect.stringContaining('locked') } })
  expect(orphans).toEqual([])
})
