import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '../../../electron/contract/result.ts'
import type { ReviewPatch, SessionRow } from '../../../electron/contract/session-models.ts'
import { createDrafts } from './drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A library that answers when told to, and keeps what it was sent. */
const setup = () => {
  const sent: ReviewPatch[] = []
  const answers: ((result: Result<SessionRow>) => void)[] = []
  const saved: SessionRow[] = []
  const drafts = createDrafts({
    delayMs: 500,
    save: (_id, patch) => {
      sent.push(patch)
      return new Promise((resolve) => answers.push(resolve))
    },
    onSaved: (row) => saved.push(row),
    onChange: () => {},
  })
  const answer = async (result: Result<SessionRow> = ok({ sessionId: 's' } as SessionRow)) => {
    answers.shift()?.(result)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { drafts, sent, saved, answer }
}

it('sends one call for many strokes, with all fields that changed', async () => {
  const { drafts, sent, answer } = setup()
  drafts.edit('a/s', 's', { note: 'l' })
  vi.advanceTimersByTime(400)
  drafts.edit('a/s', 's', { note: 'lo' })
  drafts.edit('a/s', 's', { title: 'Login' })
  expect(sent).toEqual([])
  vi.advanceTimersByTime(500)
  expect(sent).toEqual([{ note: 'lo', title: 'Login' }])
  expect(drafts.get('a/s')?.state).toBe('saving')
  await answer()
  expect(drafts.get('a/s')).toEqual({ patch: {}, state: 'saved', problem: null })
})

it('keeps what is typed during the saving and sends it after', async () => {
  const { drafts, sent, answer } = setup()
  drafts.edit('a/s', 's', { note: 'one', verdict: 'pass' }, true)
  drafts.edit('a/s', 's', { note: 'one two' })
  vi.advanceTimersByTime(500)
  expect(sent).toHaveLength(1)
  await answer()
  expect(sent[1]).toEqual({ note: 'one two' })
  await answer()
  expect(drafts.get('a/s')?.state).toBe('saved')
})

it('loses no text when the saving fails, and sends it on the next try', async () => {
  const { drafts, sent, answer } = setup()
  drafts.edit('a/s', 's', { note: 'precious' }, true)
  await answer(fail('storage', 'The disk is full.'))
  expect(drafts.get('a/s')).toMatchObject({
    state: 'failed',
    patch: { note: 'precious' },
    problem: { code: 'storage' },
  })
  void drafts.flush('a/s', 's')
  expect(sent[1]).toEqual({ note: 'precious' })
  await answer()
  expect(drafts.get('a/s')?.state).toBe('saved')
})

it('saves at once when the panel goes, and nothing twice', async () => {
  const { drafts, sent, answer } = setup()
  drafts.edit('a/s', 's', { note: 'x' })
  void drafts.flush('a/s', 's')
  vi.advanceTimersByTime(2_000)
  expect(sent).toHaveLength(1)
  await answer()
  void drafts.flush('a/s', 's')
  expect(sent).toHaveLength(1)
})

it('keeps sessions apart', () => {
  const { drafts, sent } = setup()
  drafts.edit('a/s', 's', { note: 'x' })
  drafts.edit('a/t', 't', { note: 'y' })
  vi.advanceTimersByTime(500)
  expect(sent).toEqual([{ note: 'x' }, { note: 'y' }])
})
