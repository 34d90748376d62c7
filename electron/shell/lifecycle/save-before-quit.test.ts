import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { fail } from '../../contract/result.ts'
import { createTestClock } from '../../core/base/testing/test-clock.ts'
import { createSaveBeforeQuit } from './save-before-quit.ts'

const { problem } = fail('storage', 'The disk is full.')
const settle = () => new Promise((resolve) => setImmediate(resolve))
const window = {} as BrowserWindow

const open = () => {
  const clock = createTestClock()
  const requests: number[] = []
  const questions: { count: number; reply: (quit: boolean) => void }[] = []
  const saves = createSaveBeforeQuit({
    clock,
    request: () => requests.push(clock.now()),
    ask: (_window, { count }) => new Promise((reply) => questions.push({ count, reply })),
  })
  saves.pageReady()
  return { clock, requests, questions, saves }
}

test('L01: the window may close once the page has saved, without a question', async () => {
  const { saves, requests, questions } = open()
  const closing = saves.mayClose(window)
  expect(requests).toHaveLength(1)
  await saves.flushed({ count: 0, problem: null })
  expect(await closing).toBe(true)
  expect(questions).toEqual([])
})

test('L01: what could not be saved is asked about; Cancel keeps the window, and the next quit asks the page again', async () => {
  const { saves, requests, questions } = open()
  const closing = saves.mayClose(window)
  await saves.flushed({ count: 2, problem })
  await settle()
  expect(questions[0]?.count).toBe(2)
  questions[0]?.reply(false)
  expect(await closing).toBe(false)
  const again = saves.mayClose(window)
  expect(requests).toHaveLength(2)
  await saves.flushed({ count: 2, problem })
  await settle()
  questions[1]?.reply(true)
  expect(await again).toBe(true)
})

test('L01: a page that does not answer is waited for 1.5 s', async () => {
  const { saves, clock } = open()
  const closing = saves.mayClose(window)
  clock.advance(1_500)
  expect(await closing).toBe(true)
})

test('L01: after a signal the question waits 3 s, also when the signal comes while it is open', async () => {
  for (const early of [true, false]) {
    const { saves, clock, questions } = open()
    if (early) saves.signalled()
    const closing = saves.mayClose(window)
    await saves.flushed({ count: 1, problem })
    await settle()
    if (!early) saves.signalled()
    expect(questions).toHaveLength(1)
    clock.advance(3_000)
    expect(await closing).toBe(true)
  }
})

test('a page that is not there yet, or not any more, is not asked', async () => {
  const { saves, requests } = open()
  saves.pageGone()
  expect(await saves.mayClose(window)).toBe(true)
  expect(requests).toEqual([])
})
