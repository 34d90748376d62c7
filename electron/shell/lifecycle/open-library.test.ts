import { expect, test, vi } from 'vitest'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import { createClock } from '../../core/base/clock.ts'
import { type LibraryChoice, openLibraryOrAsk } from './open-library.ts'

const full = fail('storage', 'The disk is full.')
const inUse = fail('storage', 'The library is in use by another program.', { retryAfterMs: 1_000 })

/** A library that answers `results` in turn, the last one for good, and a person who chooses in turn. */
const attempt = async (results: Result<string>[], choices: LibraryChoice[]) => {
  const asked: Problem[] = []
  const showFolder = vi.fn()
  let nowMs = 0
  const real = createClock()
  const library = await openLibraryOrAsk({
    open: () => (results.length > 1 ? results.shift() : results[0]) as Result<string>,
    ask: (problem, closed) => {
      asked.push(problem)
      const next = choices.shift()
      return next
        ? Promise.resolve(next)
        : new Promise((resolve) => closed.addEventListener('abort', () => resolve('quit')))
    },
    showFolder,
    clock: {
      now: () => nowMs,
      after: (ms, run) => {
        nowMs += ms
        return real.after(0, run)
      },
    },
  })
  return { library, asked, showFolder }
}

test('L07: names a full disk, and Retry opens the library once there is room', async () => {
  const { library, asked, showFolder } = await attempt(
    [full, full, full, ok('library')],
    ['retry', 'show-folder', 'retry'],
  )
  expect(library).toBe('library')
  expect(asked).toHaveLength(3)
  expect(showFolder).toHaveBeenCalledOnce()
})

test('L07: quitting opens nothing', async () => {
  expect((await attempt([full], ['quit'])).library).toBeNull()
})

test('L09: a library in use for a moment opens without a word', async () => {
  const { library, asked } = await attempt([inUse, inUse, ok('library')], [])
  expect([library, asked]).toEqual(['library', []])
})

test('L09: names a library in use for longer, and opens it once it is free', async () => {
  const { library, asked } = await attempt([...Array.from({ length: 9 }, () => inUse), ok('library')], [])
  expect(library).toBe('library')
  expect(asked).toHaveLength(1)
})
