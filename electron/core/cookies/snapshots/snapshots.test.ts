import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyring, type Keyring, LOCKED, noKeyring, UNLOCKED } from '../../account/testing/keyring.ts'
import { testFolder } from '../../library/testing/test-library.ts'

let keyring: Keyring
let place: ReturnType<typeof testFolder>
beforeAll(() => {
  keyring = createKeyring()
})
beforeEach(() => {
  place = testFolder()
})
afterEach(() => place.remove())
afterAll(() => keyring.remove())

type Report = { report: unknown[] }

/** One run of a program with the real library and the real keychain; `work` may use `snapshots`, `table` and `read`. */
const run = (prepare: string, work: string) => {
  const from = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  return keyring.runOnBus<Report>(
    prepare,
    `
  const { createOsKeychain } = await import(${from('../../account/keychain/keychain.ts')})
  const { testLibrary } = await import(${from('../../library/testing/test-library.ts')})
  const { createSnapshots } = await import(${from('snapshots.ts')})
  const { readOf, record } = await import(${from('../testing/made-cookies.ts')})
  const log = { info() {}, warn() {}, error() {} }
  const keychain = createOsKeychain({ service: 'Replay Desk', timeoutMs: 2_500, log })
  const library = testLibrary(${JSON.stringify(place.folder)})
  const table = library.snapshots
  const snapshots = createSnapshots({ table, keychain, log, sitesOf: () => null })
  const read = readOf([record('sid', 'value-1'), record('lang', 'en')])
  const report = []
  ${work}
  library.close()
  console.log(JSON.stringify({ report }))
  process.exit(0)`,
  )
}

test('the real keychain: values come back in another run; while it is locked only hashes are kept, and old ones wait', async (context) => {
  if (noKeyring) return context.skip(noKeyring)
  const kept = await run(
    UNLOCKED,
    `const both = await Promise.all([snapshots.keep(read, 'one'), snapshots.keep(read, 'two')])
     report.push(...both.map((done) => done.value?.values), both[0].value.snapshotId)`,
  )
  expect(kept.report.slice(0, 2)).toEqual(['encrypted', 'encrypted'])
  const first = JSON.stringify(kept.report[2])

  const locked = await run(
    LOCKED,
    `const opened = await snapshots.open('me', ${first})
     const kept = await snapshots.keep(read, null)
     report.push(opened.problem, kept.value?.values, kept.value?.reason)`,
  )
  expect(locked.report).toMatchObject([
    { code: 'keychain', message: expect.stringContaining('locked'), next: 'Unlock the keychain and open it again.' },
    'hashes',
    expect.stringMatching(/locked.* Only hashes of the values were saved\.$/),
  ])

  const later = await run(
    UNLOCKED,
    `for (const { snapshotId } of table.list('me', 'p-1').value) {
       const opened = await snapshots.open('me', snapshotId)
       report.push(opened.value?.cookies.map(({ value }) => value) ?? opened.problem)
     }
     const swapped = await snapshots.open('other', ${first})
     report.push(swapped.problem.code)`,
  )
  expect(later.report).toEqual([['', ''], ['value-1', 'en'], ['value-1', 'en'], 'not-found'])
}, 60_000)
