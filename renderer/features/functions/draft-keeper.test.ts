import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '../../../electron/contract/result.ts'
import { createDraftKeeper, type DraftTarget, SAVE_AFTER_MS, type Saving } from './draft-keeper.ts'

const target: DraftTarget = { accountId: 'a', connectionId: 'c', role: 'login' }
let saved: string[]
let saves: Saving[]
let answer: (source: string) => Promise<Result<{ savedAt: number }>>
const keeper = () =>
  createDraftKeeper({
    save: ({ accountId, role, source }) => {
      saved.push(`${accountId} ${role} ${source}`)
      return answer(source)
    },
    onSaved: (_place, saving) => saves.push(saving),
  })
beforeEach(() => {
  vi.useFakeTimers()
  saved = []
  saves = []
  answer = async () => ok({ savedAt: 7 })
})
afterEach(() => void vi.useRealTimers())

it('saves the last of several keystrokes, within 150 ms', async () => {
  const { edit } = keeper()
  edit(target, 'a')
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
  edit(target, 'ab')
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(150)
  expect(saved).toEqual(['a login ab'])
  expect(saves).toEqual([{ savedAt: 7, problem: null }])
})

it('goes on saving while the keys never rest', async () => {
  const { edit } = keeper()
  for (let text = 'a'; text.length <= 20; text += 'a') {
    edit(target, text)
    await vi.advanceTimersByTimeAsync(30)
  }
  expect(saved.length).toBeGreaterThanOrEqual(4)
  expect(saved[0]?.length).toBeLessThan('a login '.length + 7)
})

it('flushes at once, and another function or account does not take the place of what waits', async () => {
  const { edit, flush } = keeper()
  edit(target, '1')
  edit({ ...target, role: 'verifier' }, '2')
  edit({ ...target, role: 'verifier', accountId: 'b' }, '3')
  await flush()
  expect(saved).toEqual(['a login 1', 'a verifier 2', 'b verifier 3'])
})

it('waits for the saving before: the last text is the last that is written', async () => {
  const { edit, flush } = keeper()
  let finish = () => {}
  answer = (source) =>
    source === 'slow'
      ? new Promise((resolve) => (finish = () => resolve(ok({ savedAt: 1 }))))
      : Promise.resolve(ok({ savedAt: 2 }))
  edit(target, 'slow')
  void flush()
  await vi.advanceTimersByTimeAsync(0)
  edit(target, 'last')
  const all = flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['a login slow'])
  finish()
  await all
  expect(saved).toEqual(['a login slow', 'a login last'])
})

it('tells a failure, and saves again with the next keystroke', async () => {
  const { edit, flush } = keeper()
  answer = async () => fail('storage', 'The disk is full.')
  edit(target, 'x')
  await flush()
  expect(saves).toMatchObject([{ savedAt: null, problem: { code: 'storage' } }])
  answer = async () => ok({ savedAt: 9 })
  edit(target, 'xy')
  await flush()
  expect(saves[1]).toEqual({ savedAt: 9, problem: null })
})

it('drops what waits', async () => {
  const { edit, drop, flush } = keeper()
  edit(target, 'x')
  drop(target)
  await flush()
  expect(saved).toEqual([])
})
