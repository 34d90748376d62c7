import { expect, test } from 'vitest'
import { chipsFor, type RecentReason, withNewReasons } from './recent-reasons.ts'

const fail = (reason: string): RecentReason => ({ verdict: 'fail', reason })
const pass = (reason: string): RecentReason => ({ verdict: 'pass', reason })

test('a reason keeps its place when others were used since, new ones come last', () => {
  const shown = [fail('Login loop'), fail('Wrong page')]
  expect(withNewReasons(shown, [fail('Captcha'), fail('wrong page'), pass('Login loop')])).toEqual([
    fail('Login loop'),
    fail('Wrong page'),
    fail('Captcha'),
    pass('Login loop'),
  ])
})

test('shows those of the verdict, at most five', () => {
  const reasons = [pass('Paid'), ...Array.from({ length: 7 }, (_, n) => fail(`Reason ${n}`))]
  expect(chipsFor(reasons, null)[0]).toEqual(pass('Paid'))
  expect(chipsFor(reasons, 'fail').map(({ reason }) => reason)).toEqual([0, 1, 2, 3, 4].map((n) => `Reason ${n}`))
  expect(chipsFor(reasons, 'unsure')).toEqual([])
})
