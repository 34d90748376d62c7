import { expect, it } from 'vitest'
import { recordingStates, sessionStates } from '../../../electron/contract/constants/session-constants.ts'
import { knownRecording, recordingLabel, statusLabel } from './session-text.ts'

it('spells known words and keeps unknown ones', () => {
  expect(statusLabel('timed_out')).toEqual({ text: 'Timed out', tone: 'error' })
  expect(statusLabel('queued_for-review')).toEqual({ text: 'Queued for review', tone: 'neutral' })
  expect(statusLabel('').text).toBe('Unknown')
  expect(statusLabel('constructor')).toEqual({ text: 'Constructor', tone: 'neutral' })
})

it('keeps amber for what needs a person', () => {
  const labels = [...recordingStates.map(recordingLabel), ...sessionStates.map(statusLabel)]
  expect(labels.filter(({ tone }) => tone === 'attention')).toEqual([])
})

it('never calls an unasked recording missing', () => {
  expect(recordingLabel('unknown').text).not.toBe(recordingLabel('none').text)
  expect(recordingLabel('unknown').tone).toBe('neutral')
})

it('knows without asking that a running session has no recording yet', () => {
  expect(knownRecording({ recording: 'unknown', status: 'active' })).toBe('not-ended')
  expect(knownRecording({ recording: 'unknown', status: 'closed' })).toBe('unknown')
  expect(knownRecording({ recording: 'ready', status: 'active' })).toBe('ready')
})
