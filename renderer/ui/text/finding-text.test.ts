import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SessionRow } from '../../../electron/contract/models/session-models.ts'
import { findingText } from './finding-text.ts'

const row = (change: Partial<SessionRow>): SessionRow =>
  ({
    sessionId: 's-1',
    title: null,
    status: 'closed',
    error: null,
    verdict: null,
    verdictReason: null,
    note: null,
    ...change,
  }) as SessionRow
const mark = (atMs: number, text: string) => ({ id: `${atMs}`, sessionId: 's-1', atMs, text, createdAt: 0 })

it('names title, verdict, reason, note, timed notes and the link', () => {
  const found = row({ title: 'Buy mugs', verdict: 'fail', verdictReason: 'Coupon ignored', note: 'Two\nlines' })
  expect(
    findingText(found, [mark(1_000, 'Cart opens'), mark(2_000, '')], 3_500, 'replaydesk://session/s-1?t=3.5'),
  ).toBe(
    [
      '**Buy mugs**',
      '',
      '- Verdict: Fail – Coupon ignored',
      '- Note: Two lines',
      '- 0:01.0 Cart opens',
      '- Session: `s-1`',
      '- Frame at 0:03.5: <replaydesk://session/s-1?t=3.5>',
      '',
    ].join('\n'),
  )
})

it('links the session itself where there is no frame', () => {
  expect(findingText(row({}), [], null, 'replaydesk://session/s-1')).toContain('\n- Link: <replaydesk://session/s-1>\n')
})

it('names a session without a title by its id, and says when it has no verdict', () => {
  expect(findingText(row({}), [], 0, 'x')).toContain('**s-1**\n\n- Verdict: none\n')
})

it('shows foreign text as it is: it adds no line, link, picture or tag', () => {
  expect(findingText(row({ title: '[a](http://b) <img>\n# c' }), [], 0, 'x')).toContain(
    '**\\[a\\](http://b) \\<img\\> \\# c**',
  )
  const lines = findingText(row({ title: 'a', verdictReason: 'a', note: 'a' }), [mark(0, 'a')], 0, 'x').split(
    '\n',
  ).length
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const some = `x${text}`
      const made = findingText(row({ title: some, verdictReason: some, note: some }), [mark(0, some)], 0, 'x')
      expect(made.split('\n')).toHaveLength(lines)
      expect(made.slice(0, made.indexOf('- Session'))).not.toMatch(/(?<!\\)(?:\\\\)*[[<`!]/)
    }),
  )
})
