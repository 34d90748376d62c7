import { expect, test } from 'vitest'
import { failureOf } from './session-failure.ts'

test.each([
  [{ status: 'error', error: 'Login failed:\n wrong code', closeReason: 'error' }, 'Login failed: wrong code'],
  [{ status: 'closed', error: 'Page crashed', closeReason: null }, 'Page crashed'],
  [{ status: 'timed_out', error: null, closeReason: 'idle_timeout' }, 'Idle timeout'],
  [{ status: 'failed', error: ' ', closeReason: null }, 'Failed'],
  [{ status: 'closed', error: null, closeReason: 'user_action' }, null],
  [{ status: 'active', error: null, closeReason: null }, null],
])('says why a session failed: %j', (session, text) => {
  expect(failureOf(session)).toBe(text)
})
