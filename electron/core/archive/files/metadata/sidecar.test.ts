import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sidecar } from '../../../../contract/models/archive-models.ts'
import { sidecarFor, temporaryFolder } from '../testing/temporary-files.ts'
import { objectOf, readSidecar, withoutSignatures, writeSidecar } from './sidecar.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  at = await temporaryFolder()
})
afterEach(() => at.remove())

const SIGNATURE = 'Kx7sEcReT9q'
const signed = (scheme: string) =>
  `${scheme}storage.example/bucket/a%20b.mp4?X-Amz-Credential=${SIGNATURE}&X-Amz-Signature=${SIGNATURE}#${SIGNATURE}`

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true }),
)
const maybe = fc.option(text)

const anySidecar = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 1_024, unit: 'grapheme' }),
    title: maybe,
    label: text,
    status: maybe,
    object: maybe,
  })
  .chain((some) =>
    fc.record({ some: fc.constant(some), warnings: fc.array(text), extra: fc.jsonValue(), partial: fc.boolean() }),
  )
  .map(({ some, warnings, extra, partial }): Sidecar => {
    const base = sidecarFor(Buffer.from('x'))
    return {
      ...base,
      session: { ...base.session, id: some.id, title: some.title, status: some.status },
      account: { ...base.account, label: some.label },
      source: { ...base.source, object: some.object },
      file: { ...base.file, partial },
      warnings,
      later: extra,
    }
  })

test('what is written is read back, unknown keys too, and cleaning again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anySidecar, async (sidecar) => {
      expect((await writeSidecar(at.folder, 'x.mp4', sidecar)).ok).toBe(true)
      const clean = JSON.parse(JSON.stringify(withoutSignatures(sidecar)))
      expect(await readSidecar(at.folder, 'x.mp4')).toEqual({ ok: true, value: clean })
      expect(withoutSignatures(clean)).toEqual(clean)
      expect(clean.session.id).toBe(JSON.parse(JSON.stringify(sidecar.session.id)))
    }),
    { numRuns: 150 },
  )
  expect(await readdir(at.folder)).toEqual(['x.json'])
})

test('a metadata file never contains a signature, wherever a signed link came in', async () => {
  const link = fc.constantFrom(
    signed('https://'),
    signed('HTTPS://'),
    signed(`https://u:${SIGNATURE}@`),
    signed('http://'),
  )
  const around = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(link, around, async (url, [before, after]) => {
      const base = sidecarFor(Buffer.from('x'))
      const prose = `${before} ${url} ${after}`
      await writeSidecar(at.folder, 'x.mp4', {
        ...base,
        session: { ...base.session, title: prose, status: prose, more: [prose] },
        account: { label: prose, baseUrl: url },
        source: { ...base.source, object: url, deep: { er: [{ url: prose }] } },
        warnings: [prose],
        tool: prose,
      })
      expect(await readFile(join(at.folder, 'x.json'), 'utf8')).not.toContain(SIGNATURE)
    }),
    { numRuns: 100 },
  )
})

test('D17: a metadata file is written only inside the folder, also where a link has its name', async () => {
  const root = join(at.folder, 'root')
  await mkdir(root)
  await writeFile(join(at.folder, 'outside.json'), 'theirs')
  await symlink('../outside.json', join(root, 'linked.json'))
  await symlink('..', join(root, 'up'))
  for (const name of ['../outside.mp4', 'linked.mp4', 'up/outside.mp4', '/tmp/outside.mp4']) {
    const written = await writeSidecar(root, name, sidecarFor(Buffer.from('x')))
    expect(written, name).toMatchObject({ ok: false, problem: { code: 'storage' } })
  }
  expect(await readFile(join(at.folder, 'outside.json'), 'utf8')).toBe('theirs')
  expect((await readdir(at.folder)).sort()).toEqual(['outside.json', 'root'])
  expect((await readdir(root)).sort()).toEqual(['linked.json', 'up'])
})

test('a metadata file above the size bound is not read', async () => {
  const good = JSON.stringify(sidecarFor(Buffer.from('x')))
  await writeFile(join(at.folder, 'x.json'), good + ' '.repeat(4 * 1024 ** 2 - good.length))
  expect((await readSidecar(at.folder, 'x.mp4')).ok).toBe(true)
  await writeFile(join(at.folder, 'x.json'), good + ' '.repeat(4 * 1024 ** 2 - good.length + 1))
  expect(await readSidecar(at.folder, 'x.mp4')).toMatchObject({ ok: false, problem: { code: 'storage' } })
})

test('the object is host and path', () => {
  for (const scheme of ['https://', 'http://', '//', '', 'https://user:pass@']) {
    expect(objectOf(signed(scheme))).toBe('storage.example/bucket/a%20b.mp4')
  }
  expect(objectOf('host/a@b.mp4')).toBe('host/a@b.mp4')
})

test('a missing, damaged, foreign, huge or linked metadata file is distinguished from a good one', async () => {
  expect(await readSidecar(at.folder, 'x.mp4')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
  const damaged = {
    ok: false,
    problem: { code: 'storage', message: 'The metadata file of this recording cannot be read.' },
  }
  const good = JSON.stringify(sidecarFor(Buffer.from('x')))
  for (const content of ['', '{', 'null', '[]', '{"name":"package"}', good.slice(0, -2), ' '.repeat(5 * 1024 ** 2)]) {
    await writeFile(join(at.folder, 'x.json'), content)
    expect(await readSidecar(at.folder, 'x.mp4')).toMatchObject(damaged)
  }
  await mkdir(join(at.folder, 'y.json'))
  expect(await readSidecar(at.folder, 'y.mp4')).toMatchObject(damaged)
  await mkdir(join(at.folder, 'root'))
  await writeFile(join(at.folder, 'good.json'), good)
  await symlink('../good.json', join(at.folder, 'root', 'x.json'))
  expect((await readSidecar(join(at.folder, 'root'), 'x.mp4')).ok).toBe(false)
  expect((await readSidecar(join(at.folder, 'root'), '../good.mp4')).ok).toBe(false)
})
