import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseIds } from './parse-ids.ts'

const A = '0b9a8c7d-1111-4222-8333-444455556666'
const B = 'f0e1d2c3-aaaa-4bbb-8ccc-ddddeeeeffff'

describe('parseIds', () => {
  test.each([
    ['one a line', `${A}\n${B}\r\n\n`, [A, B], 0],
    ['repeated', `${A}\n${A}`, [A], 0],
    ['upper case', A.toUpperCase(), [A], 0],
    ['byte order mark', `\uFEFF${A}`, [A], 0],
    ['CSV with a header', `name,session_id,status\nrun 1,${A},closed\nrun 2,${B},error`, [A, B], 0],
    ['CSV without a header', `"run 1";"${A}";"closed"\n"run 2";"${B}";"error"`, [A, B], 0],
    ['list in one line', `${A}, ${B}`, [A, B], 0],
    ['JSON array', JSON.stringify([A, B, null, true]), [A, B], 0],
    ['JSON page', JSON.stringify({ items: [{ session_id: A, status: 'closed', error: 'x' }], page: 1 }), [A], 0],
    ['other ids', 'sess_12345\nrun-77', ['sess_12345', 'run-77'], 0],
    ['address', `https://app.example.com/workspaces/${B}/sessions/${A}?tab=replay`, [A], 0],
    ['address of an other id', 'https://app.example.com/sessions/sess_1%2D2/replay', ['sess_1-2'], 0],
    ['address without an id', 'https://app.example.com/', [], 1],
    ['odd pieces', `${A}\n???\n<script>`, [A], 2],
    ['broken JSON is read as lines', `["${A}",`, [A], 0],
  ])('%s', async (_name, text, ids, unusable) => {
    expect(await parseIds(text)).toEqual({ ids, unusable })
  })

  test.each([
    ['one a line', `profile-3f0c9a\n${A}`, ['profile-3f0c9a', A]],
    ['CSV with a header', `name,profile_id\nDesk,${A}\nPortal,${B}`, ['0b9a8c7d-1111-4222-8333-444455556666', B]],
    ['CSV of sessions that names profiles', `id,profileId,status\n${A},prof-1,closed`, ['prof-1']],
    ['CSV with a plain id', `id;name\nprof-1;Desk`, ['prof-1']],
    ['JSON page', JSON.stringify({ items: [{ profile_id: 'prof-1', name: 'Desk', id: 7 }], page: 1 }), ['prof-1']],
    ['JSON of sessions', JSON.stringify([{ session_id: A, profileId: B }]), [B]],
    ['address', 'https://app.example.com/workspaces/w-1/profiles/prof-1?tab=cookies', ['prof-1']],
    ['address with other ids', `https://app.example.com/w/${B}/profiles/${A}/sessions/${B}`, [A]],
    ['encoded address', 'https://app.example.com/profile/prof%2D1', ['prof-1']],
  ])('profiles: %s', async (_name, text, ids) => {
    expect(await parseIds(text, 'profile')).toEqual({ ids, unusable: 0 })
  })

  test('profiles: an address of something else is counted, not taken', async () => {
    const text = `https://app.example.com/sessions/${A}\nhttps://app.example.com/profiles/..%2F`
    expect(await parseIds(text, 'profile')).toEqual({ ids: [], unusable: 2 })
  })

  test('any list of UUIDs comes back whole in every form', async () => {
    const forms: ((ids: string[]) => string)[] = [
      (ids) => ids.join('\n'),
      (ids) => ids.join(','),
      (ids) => JSON.stringify(ids),
      (ids) => JSON.stringify({ items: ids.map((id) => ({ session_id: id, steps: [{ id: 'x' }] })) }),
      (ids) => `session_id,status\n${ids.map((id) => `${id},closed`).join('\n')}`,
      (ids) => ids.map((id) => `https://x.example/sessions/${id}`).join('\n'),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...forms),
        async (ids, form) => {
          expect((await parseIds(form(ids))).ids).toEqual(ids)
        },
      ),
    )
  })

  test('never throws, and every id is one the contract takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json()), async (text) => {
        for (const id of (await parseIds(text)).ids) expect(id.length > 0 && id.length <= 1_024).toBe(true)
      }),
    )
  })

  test('D17: what looks like a path is counted, not taken', async () => {
    expect(await parseIds('../../../../x\n..\\..\\x\n/etc/x\n%2e%2e%2fx\na/b')).toEqual({ ids: [], unusable: 5 })
  })

  test('ten megabytes are read in turns: other work goes on between', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const { ids } = await parseIds(Array.from({ length: 200_000 }, (_, n) => `session-number-${n}-of-many`).join('\n'))
    clearInterval(timer)
    expect([ids.length, turns > 10]).toEqual([200_000, true])
  })
})
