import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idLine } from './id-form.ts'
import { parseIds } from './parse-ids.ts'

const A = '0b9a8c7d-1111-4222-8333-444455556666'
const B = 'f0e1d2c3-aaaa-4bbb-8ccc-ddddeeeeffff'

describe('parseIds', () => {
  test.each([
    ['one a line', `${A}\n${B}\r\n\n`, [A, B], 0],
    ['repeated', `${A}\n${A}`, [A], 0],
    ['H07: upper case stays', A.toUpperCase(), [A.toUpperCase()], 0],
    [
      'H07: upper case stays in an address',
      `https://app.example.com/sessions/${A.toUpperCase()}`,
      [A.toUpperCase()],
      0,
    ],
    ['byte order mark', `\uFEFF${A}`, [A], 0],
    ['byte order mark before JSON', `\uFEFF${JSON.stringify({ title: 'x', session_id: A }, null, 2)}`, [A], 0],
    ['CSV with a header', `name,session_id,status\nrun 1,${A},closed\nrun 2,${B},error`, [A, B], 0],
    ['CSV without a header', `"run 1";"${A}";"closed"\n"run 2";"${B}";"error"`, [A, B], 0],
    ['list in one line', `${A}, ${B}`, [A, B], 0],
    ['JSON array', JSON.stringify([A, B, null, true]), [A, B], 0],
    ['JSON page', JSON.stringify({ items: [{ session_id: A, status: 'closed', error: 'x' }], page: 1 }), [A], 0],
    ['other ids', 'sess_12345\nrun-77', ['sess_12345', 'run-77'], 0],
    ['address', `https://app.example.com/workspaces/${B}/sessions/${A}?tab=replay`, [A], 0],
    ['address of an other id', 'https://app.example.com/sessions/sess_1%2D2/replay', ['sess_1-2'], 0],
    ['address without an id', 'https://app.example.com/', [], 1],
    ['unusable entries', `${A}\n???\n<script>`, [A], 2],
    ['broken JSON is read as lines', `["${A}",`, [A], 0],
  ])('%s', async (_name, text, ids, unusable) => {
    expect(await parseIds(text)).toMatchObject({ ids, unusable })
  })

  test.each<[string, string, string[], string[]]>([
    [
      'H01: comment lines',
      '# failed logins of Monday\nrun-77\n  # and more, with a comma\nrun-78 # slow',
      ['run-77', 'run-78'],
      [],
    ],
    [
      'H01: a sentence is told, its words are not asked for',
      'failed logins of Monday\nrun-77',
      ['run-77'],
      ['failed logins of Monday'],
    ],
    [
      'H01: single words beside a sentence are prose too',
      'two of them:\nMonday\nrun-77',
      ['run-77'],
      ['two of them:', 'Monday'],
    ],
    [
      'H03: JSON lines',
      '{"session_id":"run-77","status":"closed"}\n{"session_id":"run-78","status":"error"}',
      ['run-77', 'run-78'],
      [],
    ],
    ['H03: JSON lines of --json', '{"session":"run-77","title":"x","status":"closed"}\n', ['run-77'], []],
    [
      'H03: JSON of jq, many lines a value',
      '{\n  "id": "run-77"\n}\n{\n  "id": "run-78"\n}\n',
      ['run-77', 'run-78'],
      [],
    ],
    [
      'H03: a broken JSON line is told, the others are read',
      '{"id":"run-77"}\n{"id":"run-7',
      ['run-77'],
      ['{"id":"run-7'],
    ],
    ['H03: a record without an id is told', '[{"id":"run-77"},{"name":"x"}]', ['run-77'], ['{"name":"x"}']],
    ['H04: an empty cell before the id column', 'title,session_id\n,run-77\nBuy milk,run-78', ['run-77', 'run-78'], []],
    [
      'H04: an empty cell of the header before the id column',
      ',session_id\n0,run-77\n1,run-78',
      ['run-77', 'run-78'],
      [],
    ],
    ['H04: a row without an id is told', 'title,session_id\nBuy milk,\nx,run-78', ['run-78'], ['Buy milk,']],
    ['H05: a quoted cell with a separator', 'title,session_id\n"milk, eggs",run-77', ['run-77'], []],
    ['H05: a quoted cell over two lines', 'title;Session ID\n"milk\n""eggs"";";run-77', ['run-77'], []],
    ['H05: a quoted header, tabs', '"the title"\t"id"\n"a\tb"\trun-77', ['run-77'], []],
    [
      'H05: a quote that is never closed is told',
      'id,title\nrun-77,x\nrun-78,"y\nrun-79,z',
      ['run-77'],
      ['a quote that is never closed'],
    ],
    ['H05: sep= of Excel', 'sep=;\nid;title\nrun-77;a,b', ['run-77'], []],
    ['H05: comments above the header', '# exported\nid,title\n# none\nrun-77,x', ['run-77'], []],
    ['H05: session_id goes before id', 'id,session_id\n7,run-77', ['run-77'], []],
    [
      'H06: digits beyond 2^53',
      '[9007199254740993123, {"session_id": 9007199254740993124}]',
      ['9007199254740993123', '9007199254740993124'],
      [],
    ],
    ['H06: a number that is not whole is told', '[1.5e3]', [], ['1.5e3']],
    [
      'H08: ids of other forms',
      'aGVsbG8+d29ybGQ=\nü-lauf-3\nk7\nsess_0b9a8c7d-1111-4222-8333-444455556666',
      ['aGVsbG8+d29ybGQ=', 'ü-lauf-3', 'k7', `sess_${A}`],
      [],
    ],
    [
      'H08: a word that is an id stays one beside a sentence, because its line says so',
      `${idLine('main')}\nfailed logins of Monday`,
      ['main'],
      ['failed logins of Monday'],
    ],
    ['a line of ids with blanks', 'run-77 run-78', ['run-77', 'run-78'], []],
    ['a bulleted list', '- run-77\n* run-78', ['run-77', 'run-78'], []],
    [
      'cells of a table without a header are not guessed at',
      'run-77,closed,2026-11-27',
      [],
      ['run-77,closed,2026-11-27'],
    ],
  ])('%s', async (_name, text, ids, examples) => {
    expect(await parseIds(text)).toEqual({ ids, unusable: examples.length, examples })
  })

  test('H07, H08: every list of ids comes back as it is, by its lines and by its JSON', async () => {
    const any = fc.oneof(
      fc.uuid().map((id) => id.toUpperCase()),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.constantFrom(
        'aGVsbG8+d29ybGQ=',
        'ü-lauf-3',
        'k7',
        'run 77',
        '# 7',
        'a/b',
        '"',
        'main',
        '[1]',
        'a,b',
        '\u2028',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(any, { minLength: 1, maxLength: 20 }), async (ids) => {
        // An address is read as one, in any list.
        const list = ids.filter((id) => !id.includes('://'))
        expect(await parseIds(list.map(idLine).join('\n'))).toEqual({ ids: list, unusable: 0, examples: [] })
        const lines = list.map((id) => JSON.stringify({ session: id, title: 'x' })).join('\n')
        expect(await parseIds(lines)).toEqual({ ids: list, unusable: 0, examples: [] })
      }),
    )
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
    expect(await parseIds(text, 'profile')).toEqual({ ids, unusable: 0, examples: [] })
  })

  test('profiles: an address of something else is counted, not taken', async () => {
    const text = `https://app.example.com/sessions/${A}\nhttps://app.example.com/profiles/..%2F`
    expect(await parseIds(text, 'profile')).toMatchObject({ ids: [], unusable: 2 })
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
    expect(await parseIds('../../../../x\n..\\..\\x\n/etc/x\n%2e%2e%2fx\na/b')).toMatchObject({ ids: [], unusable: 5 })
  })

  test('reads ten megabytes in turns, with other work in between', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const { ids } = await parseIds(Array.from({ length: 200_000 }, (_, n) => `session-number-${n}-of-many`).join('\n'))
    clearInterval(timer)
    expect([ids.length, turns > 10]).toEqual([200_000, true])
  })
})
