import { describe, expect, it } from 'vitest'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { testFlag, testRow } from '../testing/test-row.ts'
import {
  type CookieChip,
  type CookieSort,
  DEFAULT_QUERY,
  entriesOf,
  inScope,
  matching,
  sortBy,
  sorted,
} from './cookie-query.ts'

const AT = Date.UTC(2026, 10, 28)
const HOUR = 3_600_000

const rows: CookieRow[] = [
  testRow('session_a'),
  testRow('persistent_b', { kind: 'persistent', expiresAt: AT + 30 * HOUR, httpOnly: false }),
  testRow('soon_c', { kind: 'persistent', expiresAt: AT + 23 * HOUR, secure: false }),
  testRow('old_d', {
    kind: 'persistent',
    expiresAt: AT - HOUR,
    expired: true,
    flags: [testFlag('expired', 'refused')],
  }),
  testRow('refused_e', {
    host: 'widget.northgate.example',
    path: '/orders',
    flags: [testFlag('none-without-secure', 'refused')],
  }),
  testRow('warned_f', {
    site: 'chat.example',
    host: 'chat.example',
    party: 'third',
    partition: 'https://northgate.example',
    flags: [testFlag('same-site-unknown', 'warning')],
  }),
]
const entries = entriesOf(rows, AT)
const ids = (text: string, ...chips: CookieChip[]) => matching(entries, { text, chips }).map(({ row }) => row.id)

describe('the filter', () => {
  it('takes words of name, domain and path, all of them, whatever their case', () => {
    expect(ids('')).toHaveLength(6)
    expect(ids('SESSION')).toEqual(['session_a'])
    expect(ids('widget')).toEqual(['refused_e'])
    expect(ids('/orders refused')).toEqual(['refused_e'])
    expect(ids('widget chat')).toEqual([])
  })

  it('takes chips of one kind as alternatives and narrows by the others', () => {
    expect(ids('', 'session', 'persistent')).toHaveLength(6)
    expect(ids('', 'third')).toEqual(['warned_f'])
    expect(ids('', 'partitioned', 'first')).toEqual([])
    expect(ids('', 'http-only', 'persistent')).toEqual(['soon_c', 'old_d'])
    expect(ids('', 'secure', 'refused', 'warning')).toEqual(['refused_e', 'warned_f'])
  })

  it('C07: what is only expired does not count as refused', () => {
    expect(ids('', 'refused')).toEqual(['refused_e'])
    expect(ids('', 'expired')).toEqual(['old_d'])
  })

  it('finds what expires within 24 hours, but not what has expired', () => {
    expect(ids('', 'soon')).toEqual(['soon_c'])
  })

  it('narrows to a site or to one host', () => {
    const within = (kind: 'site' | 'host', name: string) => rows.filter((row) => inScope(row, { kind, name })).length
    expect([within('site', 'northgate.example'), within('host', 'widget.northgate.example')]).toEqual([5, 1])
  })
})

describe('the order', () => {
  const by = (sort: CookieSort, direction: 'asc' | 'desc') =>
    sorted(entries, { ...DEFAULT_QUERY, sort, direction }).map(({ row }) => row.id)

  it('puts the most pressing findings first', () => {
    expect(by('findings', 'asc').slice(0, 3)).toEqual(['refused_e', 'old_d', 'warned_f'])
  })

  it('keeps session cookies last by expiry, whatever the direction', () => {
    expect(by('expires', 'asc').slice(0, 3)).toEqual(['old_d', 'soon_c', 'persistent_b'])
    expect(by('expires', 'desc').slice(0, 3)).toEqual(['persistent_b', 'soon_c', 'old_d'])
  })

  it('keeps the order by name among equal rows', () => {
    expect(by('sameSite', 'desc')).toEqual(by('name', 'asc'))
  })

  it('turns round when the same column is selected again', () => {
    const once = sortBy(DEFAULT_QUERY, 'size')
    expect(once.direction).toBe('desc')
    expect(sortBy(once, 'size').direction).toBe('asc')
  })
})

it('filters 5,000 cookies within a frame', () => {
  const many = entriesOf(
    Array.from({ length: 5_000 }, (_, i) => testRow(`cookie_${i}`, { host: `h${i % 300}.example`, path: `/p/${i}` })),
    AT,
  )
  const start = performance.now()
  const rounds = 20
  for (let i = 0; i < rounds; i++) matching(many, { text: `cookie ${i} example`, chips: ['http-only', 'first'] })
  expect((performance.now() - start) / rounds).toBeLessThan(16)
})
