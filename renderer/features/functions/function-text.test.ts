import { describe, expect, it } from 'vitest'
import { catalogueText, fieldErrors, jumpText, knownText } from './function-text.ts'

const problem = (fields?: { path: (string | number)[]; message: string }[]) => ({
  code: 'rejected' as const,
  message: 'The service rejected the values (422).',
  ...(fields ? { fields } : {}),
})

describe('E01: fieldErrors', () => {
  it('puts each message at its field', () => {
    const found = fieldErrors(
      problem([
        { path: ['body', 'source'], message: 'invalid syntax (line 12)' },
        { path: ['body', 'source'], message: 'No run() found' },
        { path: ['path', 'connection_id'], message: 'bad id' },
        { path: ['path', 'role'], message: "Input should be 'login' or 'verifier'" },
      ]),
    )
    expect(found).toEqual({
      source: [{ line: 12, message: 'invalid syntax (line 12)' }, { message: 'No run() found' }],
      connectionId: 'bad id',
      role: "Input should be 'login' or 'verifier'",
      rest: false,
    })
  })

  it('says when something belongs to none of them', () => {
    expect(fieldErrors(problem([{ path: ['header', 'x-key'], message: 'no' }])).rest).toBe(true)
    expect(fieldErrors(problem([{ path: ['body', 0], message: 'JSON decode error' }])).rest).toBe(true)
    expect(fieldErrors(problem()).rest).toBe(true)
    expect(fieldErrors(null)).toEqual({ source: [], connectionId: null, role: null, rest: false })
  })
})

describe('knownWords', () => {
  const none = { version: null, sourceFunctionId: null, sourceFunctionVersion: null }
  const state = {
    connectionId: 'c',
    role: 'login' as const,
    draft: null,
    known: null,
    replaced: null,
    shows: 'unknown' as const,
    problem: null,
    unreadable: null,
    notEncrypted: null,
    history: [],
  }
  const sent = { source: 'x', origin: 'sent' as const, at: 0, ...none }
  it('never claims more than is known', () => {
    expect(knownText(state, false)).toBe('The current source is unknown.')
    expect(knownText({ ...state, shows: 'no' }, false)).toMatch(/does not show the current source/)
    expect(knownText({ ...state, shows: 'no', known: sent }, false)).toMatch(/may have changed since/)
    expect(knownText({ ...state, shows: 'yes', known: sent }, false)).toMatch(/^Sent from here at [\d:]+\.$/)
  })
  it('E04: leaves out what the service did not tell', () => {
    expect(catalogueText(none)).toBe('')
    expect(catalogueText({ ...none, sourceFunctionId: 'fn' })).toBe('from fn')
  })
})

it('tells a jump of versions from one of catalogue functions', () => {
  expect(jumpText({ from: '7', to: '9' })).toMatch(/^The version went from 7 to 9/)
  expect(jumpText({ from: 'fn-a', to: 'fn-b' })).toMatch(/^The catalogue function changed/)
})
