import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fail, ok, type Problem } from '../../contract/result.ts'
import { reviewActions } from './review-actions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'review-actions-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const request = {
  accountId: 'me',
  sessions: { kind: 'ids' as const, sessionIds: ['a'] },
  format: 'csv' as const,
  bom: false,
}

const actionsWith = (picked: string | null, problem: Problem | null = null) => {
  const asked: unknown[] = []
  let ended = 0
  const data = async function* () {
    yield 'session_id\r\n'
    if (problem) throw new Error(problem.message)
    yield 'a\r\n'
  }
  const actions = reviewActions({
    handOver: {
      begin: async () =>
        ok({ data: data(), count: () => 1, problem: () => problem, sessions: 3, end: () => void (ended += 1) }),
      open: async (_account, text) => ok({ importId: text, reviews: 2, plan: {} as never }),
    },
    folder: () => folder,
    now: () => Date.UTC(2026, 10, 27),
    ask: async (options) => {
      asked.push(options)
      return picked
    },
    askForFile: async () => picked,
  })
  return { actions, asked, ended: () => ended }
}

test('an export is written for the person alone, under a name with the day', async () => {
  const { actions, asked, ended } = actionsWith(join(folder, 'mine'))
  expect(await actions['reviews.export'](request)).toEqual(ok({ name: 'mine.csv', count: 1, sessions: 3 }))
  expect(readFileSync(join(folder, 'mine.csv'), 'utf8')).toBe('session_id\r\na\r\n')
  expect(statSync(join(folder, 'mine.csv')).mode & 0o777).toBe(0o600)
  expect(asked).toMatchObject([{ defaultPath: join(folder, 'Replay Desk reviews 2026-11-27.csv') }])
  expect(ended()).toBe(1)
})

test('a closed dialog writes nothing, and one that is cancelled leaves no half file', async () => {
  const closed = actionsWith(null)
  expect(await closed.actions['reviews.export'](request)).toMatchObject({ ok: true, value: { name: null } })
  const cancelled = actionsWith(join(folder, 'mine.csv'), fail('cancelled', 'Cancelled.').problem)
  expect(await cancelled.actions['reviews.export'](request)).toMatchObject({ problem: { code: 'cancelled' } })
  expect([readdirSync(folder), closed.ended(), cancelled.ended()]).toEqual([[], 1, 1])
})

test('a file to import is named without its folder', async () => {
  writeFileSync(join(folder, 'theirs.json'), 'text of the file')
  const { actions } = actionsWith(join(folder, 'theirs.json'))
  expect(await actions['reviews.openImport']({ accountId: 'me' })).toMatchObject({
    value: { file: { importId: 'text of the file', name: 'theirs.json', reviews: 2 } },
  })
  expect(await actionsWith(null).actions['reviews.openImport']({ accountId: 'me' })).toEqual(ok({ file: null }))
  const missing = await actionsWith(join(folder, 'none')).actions['reviews.openImport']({ accountId: 'me' })
  expect(missing).toMatchObject({ problem: { code: 'storage' } })
})
