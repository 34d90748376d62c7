import { describe, expect, it } from 'vitest'
import type { ChangeKind } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { ComparedCookie, CookieChange } from '../../../../electron/contract/models/cookie-models.ts'
import { arrange, countKinds, DEFAULT_COMPARE, rowsOfChanges, sortBy } from './compare-rows.ts'

const change = (kinds: ChangeKind[], name: string, host: string): CookieChange => {
  const row = { name, host, path: '/', partition: null } as ComparedCookie
  const gone = kinds.includes('vanished')
  return { key: `${name}@${host}`, kinds, before: gone ? row : null, after: gone ? null : row, attributes: [] }
}
const rows = rowsOfChanges([
  change(['extended'], 'locale', 'a.example'),
  change(['rotated', 'extended'], 'session', 'b.example'),
  change(['vanished'], 'Cart', 'a.example'),
  change(['appeared'], 'token', 'c.example'),
])
const names = (query: Partial<typeof DEFAULT_COMPARE>) =>
  arrange(rows, { ...DEFAULT_COMPARE, ...query }).map(({ name }) => name)

describe('rows of a comparison', () => {
  it('stand by their weightiest kind, then by domain', () => {
    expect(names({})).toEqual(['token', 'Cart', 'session', 'locale'])
  })

  it('count for each kind they are', () => {
    expect(Object.fromEntries(countKinds(rows))).toEqual({ extended: 2, rotated: 1, vanished: 1, appeared: 1 })
  })

  it('are narrowed by kind and by words, whatever their case', () => {
    expect(names({ kinds: ['extended'] })).toEqual(['session', 'locale'])
    expect(names({ kinds: ['extended', 'appeared'] })).toEqual(['token', 'session', 'locale'])
    expect(names({ text: 'A.EXAMPLE cart' })).toEqual(['Cart'])
    expect(names({ text: 'nothing' })).toEqual([])
  })

  it('are ordered by a column, and the other way round by asking twice', () => {
    const byName = sortBy(DEFAULT_COMPARE, 'name')
    expect(names(byName)).toEqual(['Cart', 'locale', 'session', 'token'])
    expect(names(sortBy(byName, 'name'))).toEqual(['token', 'session', 'locale', 'Cart'])
    expect(sortBy(sortBy(byName, 'name'), 'domain')).toMatchObject({ sort: 'domain', direction: 'asc' })
  })
})
