import { expect, it } from 'vitest'
import { collectIds } from './collect-ids.ts'

const list = (total: number, prefix = 's') => Array.from({ length: total }, (_, i) => `${prefix}${i}`)
const pager = (rows: string[]) => async (offset: number, limit: number) => ({
  ids: rows.slice(offset, offset + limit),
  total: rows.length,
})

it('collects every row that matches, once', async () => {
  const seen: number[] = []
  const ids = await collectIds(pager(list(1_203)), new AbortController().signal, (done) => void seen.push(done))
  expect(ids).toEqual(list(1_203))
  expect(seen).toEqual([500, 1_000, 1_203])
})

it('counts a row once when the list moves under the reading', async () => {
  let asked = 0
  const ids = await collectIds(
    (offset, limit) => {
      asked += 1
      return pager(asked === 1 ? list(700) : ['new', ...list(700)])(offset, limit)
    },
    new AbortController().signal,
    () => {},
  )
  expect(ids).toHaveLength(700)
  expect(new Set(ids).size).toBe(700)
})

it('ends when the person closes the dialog, and asks for nothing of an empty list', async () => {
  const stop = new AbortController()
  const ids = await collectIds(
    async (offset, limit) => {
      stop.abort()
      return pager(list(2_000))(offset, limit)
    },
    stop.signal,
    () => {},
  )
  expect(ids).toBeNull()
  expect(await collectIds(pager([]), new AbortController().signal, () => {})).toEqual([])
})
