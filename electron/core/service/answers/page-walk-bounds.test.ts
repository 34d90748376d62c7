import { expect, test } from 'vitest'
import { createPageWalk, walkRemark } from './page-walk.ts'
import { profileWire, sessionWire } from './wire.ts'

const page = (from: number, count: number, text = '') => ({
  items: Array.from({ length: count }, (_none, i) => ({ id: `s-${from + i}`, text })),
  skipped: 0,
  hasNext: true,
  total: null,
})

const readOf = (count: number, text = '') => {
  const walk = createPageWalk(({ id }: { id: string }) => id)
  for (let pages = 1; pages <= 20_000; pages += 1) {
    const { end } = walk.next(page(pages * count, count, text))
    if (end) return { pages, end, remark: walkRemark(end, walk.count(), 'sessions') }
  }
  return { pages: Number.POSITIVE_INFINITY, end: null, remark: null }
}

test('a list without an end stops at half a million rows, and says so', () => {
  const { pages, remark } = readOf(100)
  expect(pages).toBe(5_000)
  expect(remark).toBe('The list holds more than 500,000 sessions, so the refresh stopped there.')
})

test('a list whose pages bring one row each stops after 500 of them, and says so', () => {
  const { pages, remark } = readOf(1)
  expect(pages).toBe(500)
  expect(remark).toBe('The pages of the list contain hardly any sessions, so the refresh stopped there.')
})

test('a list of long texts stops at 96 million signs, and says so', () => {
  const { pages, remark } = readOf(100, 'x'.repeat(100_000))
  expect(pages).toBeLessThan(30)
  expect(remark).toContain('too much text')
})

test('a service that gives five rows a page is read to its end', () => {
  const walk = createPageWalk(({ id }: { id: string }) => id)
  for (let pages = 1; pages <= 1_000; pages += 1) expect(walk.next(page(pages * 5, 5)).end).toBeNull()
})

test('fields of a session and a profile are cut where no deployment writes more', () => {
  const long = 'x'.repeat(1_000_000)
  const session = sessionWire.parse({
    session_id: 's',
    status: long,
    error: { message: long },
    close_reason: long,
    browser_type: long,
    name: long,
  })
  expect(JSON.stringify(session).length).toBeLessThan(20_000)
  expect(session.serviceTitle?.endsWith('…')).toBe(true)
  const profile = profileWire.parse({
    profile_id: 'p',
    name: long,
    persisted_domains: [long, ...Array(10_000).fill('a.example')],
  })
  expect(profile.name?.length).toBe(2_001)
  expect(profile.persistedDomains.length).toBe(2_000)
})
