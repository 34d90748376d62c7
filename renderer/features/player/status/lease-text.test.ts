import { expect, test } from 'vitest'
import { archivedVideoPath, videoPath } from '../../../../electron/contract/media-paths.ts'
import type { Lease } from '../../../../electron/contract/models/replay-models.ts'
import { archivedCopy, leaseText, leaseTick, lifeText } from './lease-text.ts'

const now = Date.UTC(2026, 10, 28, 10, 0, 0)
const lease = (rest: Partial<Lease>): Lease => ({
  sessionId: 's',
  state: 'fresh',
  expiresAt: now + 250_000,
  expirySource: 'record',
  renewsAt: now + 130_000,
  renewals: 0,
  problem: null,
  ...rest,
})

test('minutes far off, seconds near the end, never negative', () => {
  expect(lifeText(250_000)).toBe('4 min')
  expect(lifeText(107_400)).toBe('1 min 47 s')
  expect(lifeText(47_999)).toBe('47 s')
  expect(lifeText(-5_000)).toBe('0 s')
})

const problem = { code: 'not-reachable', message: 'm' } as const

test('every state has a text and a shape of its own', () => {
  const leases = [
    lease({}),
    lease({ state: 'renewing' }),
    lease({ state: 'expiring', problem }),
    lease({ state: 'expired' }),
  ]
  const texts = leases.map((one) => leaseText(one, now))
  expect(texts.map((one) => one?.text)).toEqual([
    'links expire in 4 min',
    'renewing links',
    'links expire in 4 min',
    'links expired',
  ])
  expect(new Set(texts.map((one) => one?.shape)).size).toBe(4)
})

test('is amber only when the links will not be renewed, or the renewal has failed', () => {
  const toneOf = (rest: Partial<Lease>) => leaseText(lease(rest), now)?.tone
  expect(toneOf({ state: 'renewing' })).toBe('neutral')
  expect(toneOf({ state: 'expiring' })).toBe('neutral')
  expect(toneOf({ state: 'expiring', renewsAt: null })).toBe('attention')
  expect(toneOf({ state: 'expiring', problem })).toBe('attention')
})

test('T04: an unknown expiry is said, and gives no countdown', () => {
  expect(leaseText(lease({ expiresAt: null, renewsAt: null }), now)?.text).toBe('expiry unknown')
  expect(leaseTick(lease({ expiresAt: null }), now)).toBe(15_000)
  expect(leaseText(null, now)).toBeNull()
})

test('the chip ticks each second only near the end', () => {
  expect(leaseTick(lease({}), now)).toBe(15_000)
  expect(leaseTick(lease({ expiresAt: now + 100_000 }), now)).toBe(1_000)
})

test('links of an archived recording are told without a warning', () => {
  for (const state of ['expiring', 'expired'] as const) {
    expect(leaseText(lease({ state, problem }), now)?.tone).not.toBe('neutral')
    expect(leaseText(lease({ state, problem }), now, true)).toMatchObject({ tone: 'neutral' })
  }
})

test('the badge stands only where the copy plays, without a lease', () => {
  expect(archivedCopy('archived', null, { mp4: archivedVideoPath('7') }).badge).toMatch(/archived copy/)
  expect(archivedCopy('ready', null, { mp4: archivedVideoPath('7') })).toMatchObject({ archived: true })
  expect(archivedCopy('ready', lease({}), { mp4: videoPath('s') })).toEqual({ archived: false, badge: null })
  expect(archivedCopy(null, null, null)).toEqual({ archived: false, badge: null })
})

test('a run that plays from the service while a copy exists keeps its link life in sight', () => {
  expect(archivedCopy('archived', lease({}), { mp4: videoPath('s') })).toEqual({ archived: true, badge: null })
})
