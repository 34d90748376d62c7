import { PassThrough } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { type DevtoolsPipe, openDevtoolsPipe } from './devtools-pipe.ts'

let written: string[]
let fromChromium: PassThrough
let pipe: DevtoolsPipe
beforeEach(() => {
  written = []
  const toChromium = new PassThrough().setEncoding('utf8').on('data', (text: string) => written.push(text))
  fromChromium = new PassThrough()
  pipe = openDevtoolsPipe(toChromium, fromChromium)
})

const answer = (message: object): void => void fromChromium.write(`${JSON.stringify(message)}\0`)

test('a command goes out with a zero byte at its end, and its answer comes back', async () => {
  const version = pipe.browser.send('Browser.getVersion')
  const page = pipe.session('S').send('Page.navigate', { url: 'about:blank' })
  await expect
    .poll(() => written.join(''))
    .toBe(
      '{"id":1,"method":"Browser.getVersion","params":{}}\0' +
        '{"id":2,"method":"Page.navigate","params":{"url":"about:blank"},"sessionId":"S"}\0',
    )
  answer({ id: 2, sessionId: 'S', result: { frameId: 'F' } })
  answer({ id: 1, result: { product: 'Chrome/1' } })
  expect(await page).toEqual({ frameId: 'F' })
  expect(await version).toEqual({ product: 'Chrome/1' })
})

test('messages are whole wherever the bytes are parted, inside a character too', async () => {
  const urls: string[] = []
  pipe.session('S').on('Page.windowOpen', ({ url }) => urls.push(url))
  const event = (url: string) => ({ method: 'Page.windowOpen', sessionId: 'S', params: { url } })
  const bytes = Buffer.from(`${JSON.stringify(event('żółć 🍪'))}\0${JSON.stringify(event('two'))}\0`)
  for (const byte of bytes) fromChromium.write(Buffer.of(byte))
  fromChromium.write(bytes)
  await expect.poll(() => urls).toEqual(['żółć 🍪', 'two', 'żółć 🍪', 'two'])
})

test('an event reaches the session it is for, and no other', async () => {
  const seen: string[] = []
  pipe.browser.on('Page.loadEventFired', () => seen.push('browser'))
  pipe.session('one').on('Page.loadEventFired', () => seen.push('one'))
  pipe.session('two').on('Page.loadEventFired', () => seen.push('two'))
  answer({ method: 'Page.loadEventFired', sessionId: 'two', params: {} })
  answer({ method: 'Page.loadEventFired', sessionId: 'unknown', params: {} })
  answer({ method: 'Page.loadEventFired', sessionId: 'one', params: {} })
  await expect.poll(() => seen).toEqual(['two', 'one'])
})

test("a refusal rejects with the command and Chromium's text", async () => {
  const crash = pipe.session('S').send('Page.crash')
  answer({ id: 1, sessionId: 'S', error: { code: -32000, message: 'Not attached to an active page' } })
  await expect(crash).rejects.toThrow('Page.crash: Not attached to an active page')
})

test('a Chromium that is gone leaves no command without an answer', async () => {
  const waiting = pipe.browser.send('Browser.getVersion')
  fromChromium.destroy()
  await expect(waiting).rejects.toThrow('Browser.getVersion: Chromium is closed.')
  await pipe.closed
  await expect(pipe.browser.send('Browser.close')).rejects.toThrow('Browser.close: Chromium is closed.')
})
