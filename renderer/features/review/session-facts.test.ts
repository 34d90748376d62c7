import { expect, it } from 'vitest'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { factsOf } from './session-facts.ts'

const bare: SessionRow = {
  accountId: 'a',
  sessionId: 's',
  title: null,
  status: 'timed_out',
  createdAt: null,
  closedAt: null,
  durationMs: null,
  error: null,
  closeReason: null,
  browserType: null,
  viewport: null,
  stepCount: null,
  serviceTitle: null,
  startAddress: null,
  origin: 'pasted',
  recording: 'unknown',
  videoDurationMs: null,
  linksExpireAt: null,
  analysis: null,
  verdict: null,
  verdictReason: null,
  tags: [],
  note: null,
  timedNotes: 0,
  positionMs: null,
  lastOpenedAt: null,
}

it('leaves out what is not known', () => {
  expect(factsOf(bare).map((f) => `${f.label}: ${f.value}`)).toEqual(['Status: Timed out', 'Source: Pasted id'])
})

it('tells zero from unknown', () => {
  const facts = factsOf({ ...bare, stepCount: 0, durationMs: 0 })
  expect(facts).toContainEqual({ label: 'Steps', value: '0' })
  expect(facts).toContainEqual({ label: 'Length', value: '0:00' })
})

it('shows the error in the service’s own words', () => {
  expect(factsOf({ ...bare, error: 'net::ERR_NAME' })).toContainEqual({
    label: 'Error',
    value: 'net::ERR_NAME',
    tone: 'error',
  })
})
