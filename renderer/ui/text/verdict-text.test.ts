import { expect, it } from 'vitest'
import { verdicts } from '../../../electron/contract/constants/session-constants.ts'
import { toggledVerdict, verdictLabel, verdictSaved } from './verdict-text.ts'

it('removes the verdict by the key that gave it, and replaces any other', () => {
  expect(toggledVerdict(null, 'fail')).toBe('fail')
  expect(toggledVerdict('fail', 'fail')).toBeNull()
  expect(toggledVerdict('pass', 'fail')).toBe('fail')
})

it('gives each verdict a text of its own', () => {
  expect(new Set([null, ...verdicts].map(verdictSaved)).size).toBe(verdicts.length + 1)
  expect(verdicts.map((one) => verdictLabel(one).tone)).not.toContain('attention') // amber is for what needs a person
})
