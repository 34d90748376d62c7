import { expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/result.ts'
import { reviewMany } from './bulk-review.ts'

const ids = Array.from({ length: 12_000 }, (_, n) => `s${n}`)
const change = { kind: 'verdict', verdict: 'fail' } as const

/** Answers like main and keeps what it was asked; from call `failing` on it refuses. */
const fakeMain = (failing = Number.POSITIVE_INFINITY) => {
  const calls: { name: string; size: number; undoId: unknown }[] = []
  const invoke = async (name: string, input: { sessionIds?: string[]; undoId: unknown }) => {
    calls.push({ name, size: input.sessionIds?.length ?? 0, undoId: input.undoId })
    if (name === 'sessions.undoReviews') return ok({ restored: 1, kept: 0 })
    return calls.length > failing
      ? fail('storage', 'Full')
      : ok({ changed: input.sessionIds?.length ?? 0, undoId: 'u' })
  }
  return { calls, invoke: invoke as never }
}

it('sends 5,000 at a time under one undo, and tells how far it is', async () => {
  const main = fakeMain()
  const seen: number[] = []
  const signal = new AbortController().signal
  const done = await reviewMany(main.invoke, 'me', ids, change, { signal, onProgress: (n) => void seen.push(n) })
  expect(done).toEqual(ok({ changed: 12_000, undoId: 'u', cancelled: false }))
  expect(main.calls.map(({ size, undoId }) => [size, undoId])).toEqual([
    [5_000, null],
    [5_000, 'u'],
    [2_000, 'u'],
  ])
  expect(seen).toEqual([5_000, 10_000, 12_000])
})

it.each([
  ['cancelled', Number.POSITIVE_INFINITY],
  ['refused', 1],
])('takes back what was done when it is %s', async (why, failing) => {
  const main = fakeMain(failing)
  const stop = new AbortController()
  const onProgress = () => {
    if (why === 'cancelled') stop.abort()
  }
  const done = await reviewMany(main.invoke, 'me', ids, change, { signal: stop.signal, onProgress })
  expect(done.ok ? done.value.cancelled : done.problem.code).toBe(why === 'cancelled' ? true : 'storage')
  expect(main.calls.at(-1)).toMatchObject({ name: 'sessions.undoReviews', undoId: 'u' })
})
