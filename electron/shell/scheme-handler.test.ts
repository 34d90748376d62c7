import { expect, test } from 'vitest'
import { createSchemeHandler } from './scheme-handler.ts'

const handler = createSchemeHandler(
  () => new Response('file'),
  async () => new Response('media'),
)
/** Node's Request takes only http; Electron's carries the scheme and names who asked. */
const ask = async (url: string, initiatorOrigin?: string): Promise<string> => {
  const answer = await handler({ url, initiatorOrigin } as unknown as Request)
  return answer.type === 'error' ? 'network error' : answer.text()
}

test('X05: our page reaches its files and its media', async () => {
  expect(await ask('app://desk/')).toBe('file')
  expect(await ask('app://desk/assets/index.js', 'app://desk')).toBe('file')
  expect(await ask('app://desk/media/session/list.m3u8', 'app://desk')).toBe('media')
})

test('X05: a foreign page, a frame without an origin and another host get nothing', async () => {
  for (const foreign of ['https://evil.example', 'null', 'app://desk.evil', 'app://other', '']) {
    expect(await ask('app://desk/media/session/list.m3u8', foreign)).toBe('network error')
  }
  for (const url of ['app://other/', 'app://desk.evil/', 'https://desk/']) expect(await ask(url)).toBe('network error')
})
