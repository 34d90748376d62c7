import { expect, it } from 'vitest'
import { recordingStates, sessionStates } from '../../../electron/contract/constants/session-constants.ts'
import { knownRecording, stateMarkOf, statusLabel } from './session-text.ts'

it('spells known words and keeps unknown ones', () => {
  expect(statusLabel('timed_out')).toEqual({ text: 'Timed out', tone: 'error' })
  expect(statusLabel('queued_for-review')).toEqual({ text: 'Queued for review', tone: 'neutral' })
  expect(statusLabel('').text).toBe('Unknown')
  expect(statusLabel('constructor')).toEqual({ text: 'Constructor', tone: 'neutral' })
})

it('keeps amber for what needs a person', () => {
  expect(sessionStates.map(statusLabel).filter(({ tone }) => tone === 'attention')).toEqual([])
})

it('says status and recording in one mark, and never calls an unasked recording missing', () => {
  const marks = recordingStates.map((recording) => stateMarkOf({ recording, status: 'error' }))
  expect(new Set(marks.map(({ text }) => text)).size).toBe(marks.length)
  expect(marks.every(({ text, tone }) => text.startsWith('Error. ') && tone === 'error')).toBe(true)
  const shown = (recording: (typeof recordingStates)[number]) => stateMarkOf({ recording, status: 'closed' }).recording
  expect([shown('unknown'), shown('none'), shown('expired'), shown('ready'), shown('archived')]).toEqual([
    'unknown',
    'none',
    'none',
    'playable',
    'archived',
  ])
})

it('knows without asking that a running session has no recording yet', () => {
  expect(knownRecording({ recording: 'unknown', status: 'active' })).toBe('not-ended')
  expect(knownRecording({ recording: 'unknown', status: 'closed' })).toBe('unknown')
  expect(knownRecording({ recording: 'ready', status: 'active' })).toBe('ready')
})
