import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '../../../electron/contract/result.ts'
import { createLateSaves, flushAll, hasOpenText, type LateSave, registerOpenText } from './late-saves.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Patch = Record<string, string>
const restOf = (now: Patch, sent: Patch): Patch | null => {
  const rest = Object.entries(now).filter(([key, value]) => sent[key] !== value)
  return rest.length > 0 ? Object.fromEntries(rest) : null
}

/** A library that answers when told to, and keeps what it was sent. */
const setup = (minor = false) => {
  const sent: Patch[] = []
  const answers: ((result: Result<null>) => void)[] = []
  const states: LateSave<Patch>['state'][] = []
  const saves = createLateSaves<Patch, null>({
    delayMs: () => 300,
    longestMs: () => 1_000,
    merge: (before, next) => ({ ...before, ...next }),
    rest: restOf,
    save: (patch) => {
      sent.push(patch)
      return new Promise((resolve) => answers.push(resolve))
    },
    onChange: (_key, { state }) => states.push(state),
    minor,
  })
  const answer = async (result: Result<null> = ok(null)) => {
    answers.shift()?.(result)
    await vi.advanceTimersByTimeAsync(0)
  }
  /** So that what one test leaves unsaved is not another one's. */
  const end = async () => {
    for (const key of ['s', 't']) saves.drop(key)
    while (answers.length > 0) await answer()
  }
  return { saves, sent, states, answer, end }
}

const DISK_FULL = fail('storage', 'The disk is full.')

it('sends one call for many strokes, with everything that changed', async () => {
  const { saves, sent, answer } = setup()
  saves.edit('s', { note: 'l' })
  vi.advanceTimersByTime(200)
  saves.edit('s', { note: 'lo' })
  saves.edit('s', { title: 'Login' })
  expect(sent).toEqual([])
  vi.advanceTimersByTime(300)
  expect(sent).toEqual([{ note: 'lo', title: 'Login' }])
  expect(saves.get('s')?.state).toBe('saving')
  await answer()
  expect(saves.get('s')).toEqual({ value: null, state: 'saved', problem: null })
})

it('L01: saves a second after the first stroke at the latest, also while the keys never rest', async () => {
  const { saves, sent, end } = setup()
  for (let text = 'a'; text.length <= 14; text += 'a') {
    saves.edit('s', { note: text })
    vi.advanceTimersByTime(100)
  }
  expect(sent).toHaveLength(1)
  expect(sent[0]?.note?.length).toBeGreaterThanOrEqual(10)
  await end()
})

it('keeps what is typed during the saving and sends it after', async () => {
  const { saves, sent, answer } = setup()
  saves.edit('s', { note: 'one', verdict: 'pass' }, true)
  saves.edit('s', { note: 'one two' })
  vi.advanceTimersByTime(500)
  expect(sent).toHaveLength(1)
  await answer()
  expect(sent[1]).toEqual({ note: 'one two' })
  await answer()
  expect(saves.get('s')?.state).toBe('saved')
})

it('L01: retries by itself what could not be saved, with growing pauses, and loses no text', async () => {
  const { saves, sent, answer } = setup()
  saves.edit('s', { note: 'precious' }, true)
  await answer(DISK_FULL)
  expect(saves.get('s')).toMatchObject({
    state: 'retrying',
    value: { note: 'precious' },
    problem: { code: 'storage' },
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toHaveLength(2)
  await answer(DISK_FULL)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(200)
  expect(sent[2]).toEqual({ note: 'precious' })
  await answer()
  expect(saves.get('s')).toEqual({ value: null, state: 'saved', problem: null })
})

it('waits for the next change when what was sent is refused as it is', async () => {
  const { saves, sent, answer, end } = setup()
  saves.edit('s', { note: 'x' }, true)
  await answer(fail('invalid-input', 'The values do not fit.'))
  expect(saves.get('s')?.state).toBe('failed')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent).toHaveLength(1)
  await end()
})

it('saves at once when asked to, and nothing twice', async () => {
  const { saves, sent, answer } = setup()
  saves.edit('s', { note: 'x' })
  void saves.flush('s')
  vi.advanceTimersByTime(2_000)
  expect(sent).toHaveLength(1)
  await answer()
  void saves.flush('s')
  expect(sent).toHaveLength(1)
})

it('keeps keys apart', async () => {
  const { saves, sent, end } = setup()
  saves.edit('s', { note: 'x' })
  saves.edit('t', { note: 'y' })
  vi.advanceTimersByTime(300)
  expect(sent).toEqual([{ note: 'x' }, { note: 'y' }])
  await end()
})

it('takes a request that was cut off for one that failed', async () => {
  const saves = createLateSaves<string, null>({
    delayMs: () => 10,
    longestMs: () => 10,
    save: () => Promise.reject(new Error('The connection is gone.')),
  })
  saves.edit('s', 'x', true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saves.get('s')).toMatchObject({ state: 'retrying', value: 'x' })
  saves.drop('s')
})

it('L01: the end of the page saves everything that waits and tells what it could not save', async () => {
  const one = setup()
  const two = setup()
  one.saves.edit('s', { note: 'x' })
  two.saves.edit('s', { note: 'y' })
  const ended = flushAll(1_000)
  expect([one.sent, two.sent]).toEqual([[{ note: 'x' }], [{ note: 'y' }]])
  await one.answer()
  await two.answer(DISK_FULL)
  expect(await ended).toMatchObject({ count: 1, problem: { code: 'storage' } })
  await two.end()
})

it('L01: the end of the page waits for no answer longer than it may', async () => {
  const { saves, end } = setup()
  saves.edit('s', { note: 'x' })
  const ended = flushAll(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await ended).toEqual({ count: 1, problem: null })
  await end()
})

it('asks nothing about a minor value', async () => {
  const { saves, answer, end } = setup(true)
  saves.edit('s', { note: 'x' })
  const ended = flushAll(1_000)
  await answer(DISK_FULL)
  expect(await ended).toEqual({ count: 0, problem: null })
  await end()
})

it('L01: the end of the page keeps text that waits in a field, and a change that this makes', async () => {
  const { saves, sent, answer } = setup()
  let text = 'half a tag'
  const off = registerOpenText({
    isOpen: () => text !== '',
    commit: () => {
      saves.edit('s', { tag: text })
      text = ''
      return undefined
    },
  })
  expect(hasOpenText()).toBe(true)
  const ended = flushAll(1_000)
  expect(sent).toEqual([{ tag: 'half a tag' }])
  await answer()
  expect(await ended).toEqual({ count: 0, problem: null })
  expect(hasOpenText()).toBe(false)
  off()
})

it('counts an open text that could not be kept', async () => {
  const off = registerOpenText({ isOpen: () => true, commit: async () => DISK_FULL })
  expect(await flushAll(1_000)).toMatchObject({ count: 1, problem: { code: 'storage' } })
  off()
})
