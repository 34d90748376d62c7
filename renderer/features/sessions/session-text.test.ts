import { expect, it } from 'vitest'
import { knownRecording, recordingWord, statusWord } from './session-text.ts'

it('spells known words and keeps unknown ones', () => {
  expect(statusWord('timed_out')).toEqual({ text: 'Timed out', tone: 'waiting' })
  expect(statusWord('queued_for-review')).toEqual({ text: 'Queued for review', tone: 'neutral' })
  expect(statusWord('').text).toBe('Unknown')
  expect(statusWord('constructor')).toEqual({ text: 'Constructor', tone: 'neutral' })
})

it('never calls an unasked recording missing', () => {
  expect(recordingWord('unknown').text).not.toBe(recordingWord('none').text)
  expect(recordingWord('unknown').tone).toBe('neutral')
})

it('knows without asking that a running session has no recording yet', () => {
  expect(knownRecording({ recording: 'unknown', status: 'active' })).toBe('not-ended')
  expect(knownRecording({ recording: 'unknown', status: 'closed' })).toBe('unknown')
  expect(knownRecording({ recording: 'ready', status: 'active' })).toBe('ready')
})
