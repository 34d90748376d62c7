import { createClock } from '../../../base/clock.ts'
import { openLibrary } from '../../library.ts'
import { quietLog, unwrap } from '../../testing/test-library.ts'

/**
 * A program that judges one session after the other and says what was acknowledged, until it is killed. It is its own
 * process, so that nothing of it is left but the disk.
 */
const [folder = '', accountId = ''] = process.argv.slice(2)
const library = unwrap(openLibrary({ folder, clock: createClock(), log: quietLog() }))
for (;;) {
  const { current } = unwrap(library.reviewQueue.get(accountId)) ?? { current: null }
  if (current === null) break
  const judgement = { verdict: 'fail', reason: `Reason ${current.place}` } as const
  const result = await library.write(() => library.reviewQueue.judge(accountId, current, judgement))
  unwrap(result)
  process.stdout.write(`${current.place}\n`)
}
