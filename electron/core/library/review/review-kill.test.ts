import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, testLibrary, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const COUNT = 1_000
const KILLS = 5
const place = libraryPerTest()

/** Runs the judging program until it acknowledged `enough` sessions, then kills it; answers the last acknowledged place. */
const judgeUntilKilled = async (enough: number): Promise<number> => {
  const script = join(import.meta.dirname, 'testing/review-child.ts')
  const child: ChildProcess = spawn(process.execPath, [script, place.folder, ME], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let errors = ''
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stderr?.on('data', (text) => {
    errors += String(text)
  })
  child.stdout?.on('data', (text) => {
    said += String(text)
    if (said.split('\n').length > enough) child.kill('SIGKILL')
  })
  await exited
  expect(errors).toBe('')
  expect(child.signalCode).toBe('SIGKILL')
  return Number(said.split('\n').at(-2)) // what stands behind the last line break may be cut off
}

it('keeps every acknowledged verdict when it is killed, and goes on after the last of them', async () => {
  const ids = Array.from({ length: COUNT }, (_, n) => `s${n + 1}`)
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ids.map((id) => listedSession(id)),
    ),
  )
  unwrap(place.library.reviewQueue.start(ME, ids, null))
  for (let kill = 1; kill <= KILLS; kill += 1) {
    place.library.close()
    const acknowledged = await judgeUntilKilled(kill * 7)
    place.library = testLibrary(place.folder)
    const { current, done, total } = unwrap(place.library.reviewQueue.get(ME)) ?? {}
    expect(total).toBe(COUNT)
    // The last verdict may be stored without having been acknowledged any more, with its step and whole.
    expect(current?.place).toBeGreaterThan(acknowledged)
    expect(done?.fail).toBe((current?.place ?? 0) - 1)
    for (let n = 1; n < (current?.place ?? 0); n += 1)
      expect(unwrap(place.library.sessions.get(ME, `s${n}`))).toMatchObject({
        verdict: 'fail',
        verdictReason: `Reason ${n}`,
      })
    expect(unwrap(place.library.sessions.get(ME, `s${current?.place}`)).verdict).toBeNull()
  }
})
