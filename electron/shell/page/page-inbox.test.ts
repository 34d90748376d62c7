import { expect, test } from 'vitest'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { createPageInbox, settlingLinks } from './page-inbox.ts'

const start = () => {
  const inbox = createPageInbox<string>()
  const opened: string[] = []
  return { inbox, opened, listen: () => inbox.ready((message) => void opened.push(message)) }
}

test('a link waits for the page, the last of several counts, and later ones go straight through', () => {
  const { inbox, opened, listen } = start()
  inbox.put(null)
  inbox.put('a')
  inbox.put('b')
  expect(opened).toEqual([])
  listen()
  listen() // the page subscribes more than once
  expect(opened).toEqual(['b'])
  inbox.put('c')
  inbox.put(null)
  expect(opened).toEqual(['b', 'c'])
})

test('a link that comes while there is no page waits for the next one', () => {
  const { inbox, opened, listen } = start()
  listen()
  inbox.pause()
  inbox.put('d')
  expect(opened).toEqual([])
  listen()
  expect(opened).toEqual(['d'])
})

test('L06: of 50 links within a second the last alone is opened', () => {
  const clock = createTestClock()
  const inbox = createPageInbox<string>(settlingLinks(clock))
  const opened: string[] = []
  inbox.ready((message) => void opened.push(message))
  for (let nth = 1; nth <= 50; nth += 1) {
    inbox.put(`link ${nth}`)
    clock.advance(20)
  }
  clock.advance(200)
  expect(opened).toEqual(['link 50'])
})
