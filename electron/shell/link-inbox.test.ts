import { expect, test } from 'vitest'
import type { SessionLink } from '../core/links.ts'
import { createLinkInbox } from './link-inbox.ts'

const link = (sessionId: string): SessionLink => ({ sessionId, atMs: null, account: null })

test('a link waits for the page, the last of several counts, and later ones go straight through', () => {
  const inbox = createLinkInbox()
  const opened: string[] = []
  const listen = () => inbox.ready(({ sessionId }) => void opened.push(sessionId))
  inbox.put(null)
  inbox.put(link('a'))
  inbox.put(link('b'))
  expect(opened).toEqual([])
  listen()
  listen() // the page asks again and again
  expect(opened).toEqual(['b'])
  inbox.put(link('c'))
  inbox.put(null)
  expect(opened).toEqual(['b', 'c'])
})
