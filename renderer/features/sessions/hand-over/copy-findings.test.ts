import { expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/result.ts'
import { copiedText, findingsOf } from './copy-findings.ts'

const answers = (name: string, { sessionId }: { sessionId: string }) => {
  if (sessionId === 'gone') return fail('not-found', 'Gone.')
  if (name === 'marks.list')
    return ok([{ id: 'm', sessionId, atMs: 1_000, text: `Note of ${sessionId}`, createdAt: 0 }])
  if (name === 'link.copyText') return ok({ text: `replaydesk://session/${sessionId}` })
  return ok({
    sessionId,
    title: null,
    serviceTitle: null,
    startAddress: null,
    status: 'closed',
    error: null,
    verdict: 'fail',
    verdictReason: null,
    note: null,
  })
}
const invoke = (async (name: string, input: { sessionId: string }) => answers(name, input)) as never

it('copies the findings of several sessions, one after the other, without a frame', async () => {
  const found = await findingsOf(invoke, ['b', 'a'])
  const text = found.ok ? found.value : ''
  expect(text.split('\n').filter((line) => /\*\*|Link/.test(line))).toEqual([
    '**b**',
    '- Link: <replaydesk://session/b>',
    '**a**',
    '- Link: <replaydesk://session/a>',
  ])
  expect(text).toContain('- 0:01.0 Note of a')
})

it('copies nothing when one of them cannot be read, or when they are too many', async () => {
  expect(await findingsOf(invoke, ['a', 'gone'])).toMatchObject({ problem: { code: 'not-found' } })
  expect(await findingsOf(invoke, Array(201).fill('a'))).toMatchObject({ problem: { code: 'invalid-input' } })
})

it('says what was copied', () => {
  expect([copiedText(1), copiedText(1_200)]).toEqual(['Copied the finding', 'Copied the findings of 1,200 sessions'])
})
