import { expect, it } from 'vitest'
import { MOST_VIEWS, type SavedView } from '../../../contract/models/view-models.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const place = libraryPerTest()
const views = () => place.library.views
const named = (name: string, text = 'is:failed'): Omit<SavedView, 'id'> => ({
  name,
  text,
  sort: 'started',
  direction: 'desc',
})
const names = (accountId = ME) =>
  unwrap(views().list(accountId))
    .map(({ name }) => name)
    .join(' ')

it('keeps views per account, in their order, renamed and moved', () => {
  const [a, , c] = ['a', 'b', 'c'].map((name) => unwrap(views().add(ME, named(name))))
  unwrap(views().add('other', named('x')))
  expect([names(), names('other')]).toEqual(['a b c', 'x'])
  unwrap(views().move(ME, c?.id ?? '', 0))
  unwrap(views().update(ME, a?.id ?? '', { name: 'A', text: undefined }))
  expect(names()).toBe('c A b')
  expect(unwrap(views().list(ME))[1]?.text).toBe('is:failed')
  expect(views().update('other', a?.id ?? '', { name: 'mine' })).toMatchObject({ ok: false })
})

it('puts a removed view back where it was', () => {
  const [, b] = ['a', 'b', 'c'].map((name) => unwrap(views().add(ME, named(name))))
  const { view, at } = unwrap(views().remove(ME, b?.id ?? ''))
  expect(names()).toBe('a c')
  unwrap(views().add(ME, view, at))
  expect(names()).toBe('a b c')
  expect(views().remove(ME, 'gone')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

it('has a bound, because each view is counted when the list changes', () => {
  for (let n = 0; n < MOST_VIEWS; n += 1) unwrap(views().add(ME, named(`v${n}`)))
  expect(views().add(ME, named('one more'))).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
})

it('counts what a view matches, and says null for a text that cannot be read', async () => {
  unwrap(
    place.library.sessions.upsertListed(ME, [
      listedSession('a', { status: 'error' }),
      listedSession('b'),
      listedSession('c'),
    ]),
  )
  const count = async (text: string) => unwrap(await place.library.sessions.matchCount(ME, text))
  expect([await count('is:failed'), await count(''), await count('verdict:maybe')]).toEqual([1, 3, null])
})
