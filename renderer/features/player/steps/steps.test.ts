import { expect, test } from 'vitest'
import type { Step } from '../../../../electron/contract/models/step-models.ts'
import { failureMoment } from './failure-moment.ts'
import { stepClusters } from './step-clusters.ts'
import { inTime, matchesSearch, stepText, timedSteps } from './timed-steps.ts'

const step = (part: Partial<Step>): Step => ({
  atMs: null,
  at: null,
  action: null,
  text: null,
  url: null,
  failed: false,
  json: null,
  ...part,
})

test('dates count from the wall clock of the first frame, offsets from the first frame itself', () => {
  const steps = timedSteps([step({ at: 1_010_500 }), step({ atMs: 4_000 }), step({}), step({ at: 999_000 })], 1_000_000)
  expect(steps.map(({ mediaMs }) => mediaMs)).toEqual([10_500, 4_000, null, 0])
  expect(inTime(steps).map(({ number }) => number)).toEqual([4, 2, 1])
  expect(timedSteps([step({ at: 5 })], null)[0]?.mediaMs).toBeNull()
})

test('says what is there of action, text and address, and is found by it', () => {
  const [said, bare] = timedSteps(
    [step({ action: 'click', text: 'Pay', url: 'https://shop.example/' }), step({ json: '{"colour": "red"}' })],
    null,
  )
  expect(said && stepText(said)).toBe('click Pay https://shop.example/')
  expect(bare && stepText(bare)).toBe('Step 2')
  expect(said && matchesSearch(said, 'PAY click')).toBe(true)
  expect(bare && matchesSearch(bare, 'red')).toBe(true)
  expect(said && matchesSearch(said, 'pay later')).toBe(false)
})

test('the failure is at the last failed step, else the last step before the end, else the last change', () => {
  const record = { activity: { bucketMs: 1_000, share: [0, 5, 0, 0, 7, 7, 0] } }
  const steps = timedSteps([step({ atMs: 1_000 }), step({ atMs: 2_000, failed: true }), step({ atMs: 9_000 })], null)
  expect(failureMoment(steps, record, 20_000)).toBe(2_000)
  const plain = steps.map((one) => ({ ...one, failed: false }))
  expect(failureMoment(plain, record, 20_000)).toBe(9_000)
  expect(failureMoment(plain, record, 5_000)).toBe(2_000)
  expect(failureMoment([], record, 5_000)).toBe(4_000)
  expect(failureMoment([], null, 5_000)).toBeNull()
})

test('steps that stand closer than a mark is wide share one', () => {
  const steps = timedSteps(
    [0, 100, 5_000, 99_000, 120_000].map((atMs) => step({ atMs })),
    null,
  )
  const clusters = stepClusters(steps, { fromS: 0, toS: 100 }, 1_000, 8)
  expect(clusters.map(({ steps: together, leftPx }) => [together.length, Math.round(leftPx)])).toEqual([
    [2, 0],
    [1, 50],
    [1, 990],
  ])
})
