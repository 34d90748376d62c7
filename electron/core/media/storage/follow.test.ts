import { expect, test } from 'vitest'
import { createFollow } from './follow.ts'
import { type Answer, TransportFault } from './storage-transport.ts'

/** A storage that sends on from each address as the map says, and answers where it does not. */
const storage = (redirects: Record<string, string>) => {
  const asked: string[] = []
  const follow = createFollow(async (url): Promise<Answer> => {
    asked.push(url)
    const location = redirects[url] ?? null
    const header = (name: string): string | null => (name === 'location' ? location : null)
    return { status: location === null ? 200 : 302, header, body: [] as never, discard: () => {} }
  })
  const ask = (url: string) => follow(url, {}, new AbortController().signal).catch((error: unknown) => error)
  return { asked, ask }
}

test('D11: a redirect from https to http is not followed', async () => {
  for (const target of ['http://127.0.0.1/v', 'HTTP://h.example/v']) {
    const { asked, ask } = storage({ 'https://h.example/v': target })
    const fault = await ask('https://h.example/v')
    expect(fault).toBeInstanceOf(TransportFault)
    expect(asked).toEqual(['https://h.example/v'])
  }
})

test('a redirect from http to https, or to the same scheme, is followed', async () => {
  const { asked, ask } = storage({ 'http://127.0.0.1/v': 'https://h.example/v', 'https://h.example/v': '/w?sig=a' })
  expect(await ask('http://127.0.0.1/v')).toMatchObject({ status: 200 })
  expect(asked).toEqual(['http://127.0.0.1/v', 'https://h.example/v', 'https://h.example/w?sig=a'])
})
