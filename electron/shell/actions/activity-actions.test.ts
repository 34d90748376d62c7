import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ActivityFilter } from '../../contract/models/activity-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { activityActions } from './activity-actions.ts'

const FILTER: ActivityFilter = { text: 'x', outcomes: [], methods: [], sort: 'at', direction: 'desc' }
const NOW = Date.UTC(2026, 10, 27, 12)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'activity-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const actionsWith = (batches: Result<string[]>[], picked: string | null) => {
  const asked: SaveDialogOptions[] = []
  const filters: ActivityFilter[] = []
  const handlers = activityActions({
    activity: {
      exportLines: (filter) => {
        filters.push(filter)
        return batches
      },
      reportText: (id) => (id === 'r' ? ok('żółć\nwhat was shown\n') : fail('not-found', 'Gone.')),
    },
    folder: () => folder,
    now: () => NOW,
    ask: async (options) => {
      asked.push(options)
      return picked && join(folder, picked)
    },
  })
  return { ...handlers, asked, filters }
}
const private600 = (name: string) =>
  process.platform === 'win32' || (statSync(join(folder, name)).mode & 0o777) === 0o600

test('the export streams what the filter lets through, for the person alone, and counts it', async () => {
  const some = actionsWith([ok(['{"a":1}\n', '{"a":2}\n']), ok(['{"a":3}\n'])], 'log.jsonl')
  expect(await some['activity.export'](FILTER)).toEqual(ok({ name: 'log.jsonl', count: 3 }))
  expect(some.filters).toEqual([FILTER])
  expect(readFileSync(join(folder, 'log.jsonl'), 'utf8')).toBe('{"a":1}\n{"a":2}\n{"a":3}\n')
  expect(private600('log.jsonl')).toBe(true)
  expect(some.asked[0]?.defaultPath).toBe(join(folder, 'Replay Desk activity 2026-11-27.jsonl'))
})

test('a closed dialog reads and writes nothing', async () => {
  const closed = actionsWith([ok(['x\n'])], null)
  expect(await closed['activity.export'](FILTER)).toEqual(ok({ name: null, count: 0 }))
  expect(await closed['activity.saveReport']({ reportId: 'r' })).toEqual(ok({ name: null }))
  expect([closed.filters, readdirSync(folder)]).toEqual([[], []])
})

test('a library that fails half-way leaves no half file, and the older file as it was', async () => {
  await actionsWith([ok(['older\n'])], 'log.jsonl')['activity.export'](FILTER)
  const broken = actionsWith([ok(['{"a":1}\n']), fail('storage', 'The library is damaged.')], 'log.jsonl')
  expect(await broken['activity.export'](FILTER)).toMatchObject({
    ok: false,
    problem: { message: 'The library is damaged.' },
  })
  expect(readdirSync(folder)).toEqual(['log.jsonl'])
  expect(readFileSync(join(folder, 'log.jsonl'), 'utf8')).toBe('older\n')
})

test('saves a report exactly as it was shown, and says when it is gone', async () => {
  const { 'activity.saveReport': save, asked } = actionsWith([], 'report.txt')
  expect(await save({ reportId: 'r' })).toEqual(ok({ name: 'report.txt' }))
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe('żółć\nwhat was shown\n')
  expect(private600('report.txt')).toBe(true)
  expect(await save({ reportId: 'other' })).toMatchObject({ ok: false, problem: { code: 'not-found' } })
  expect(asked).toHaveLength(1)
})
