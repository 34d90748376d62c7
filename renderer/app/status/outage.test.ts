import { expect, test } from 'vitest'
import type { Health } from '../../../electron/contract/models/account-models.ts'
import type { ProblemCode } from '../../../electron/contract/result.ts'
import { shownByBannerOf } from './outage.ts'

const account = { signedIn: true, method: 'key' } as const
const down = (code: ProblemCode): Health => ({
  state: 'down',
  version: null,
  latencyMs: null,
  checkedAt: 1,
  lastUpAt: null,
  nextCheckAt: null,
  problem: { code, message: 'm.' },
})

test('the banner tells an outage for every place that meets it', () => {
  const shownByBanner = shownByBannerOf(account, down('not-reachable'))
  expect(['not-reachable', 'timeout', 'certificate'].map((code) => shownByBanner({ code }))).toEqual([
    'down',
    'down',
    'down',
  ])
  expect(['server-error', 'not-found', 'storage', 'signed-out'].map((code) => shownByBanner({ code }))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(shownByBannerOf(account, down('overloaded'))({ code: 'overloaded' })).toBe('down')
  expect(shownByBannerOf(account, down('overloaded'))({ code: 'not-reachable' })).toBeNull()
})

test('a problem is told where it occurs while the banner says nothing of it', () => {
  const up: Health = { ...down('not-reachable'), state: 'up', problem: null }
  for (const health of [up, undefined]) expect(shownByBannerOf(account, health)({ code: 'not-reachable' })).toBeNull()
})

test('signed out is told by the banner, and never for the sample workspace', () => {
  const shownByBanner = shownByBannerOf({ signedIn: false, method: 'key' }, down('not-reachable'))
  expect([shownByBanner({ code: 'signed-out' }), shownByBanner({ code: 'unauthorized' })]).toEqual([
    'signed-out',
    'signed-out',
  ])
  expect(shownByBanner({ code: 'not-reachable' })).toBeNull()
  expect(shownByBannerOf({ signedIn: false, method: 'sample' }, undefined)({ code: 'signed-out' })).toBeNull()
})
