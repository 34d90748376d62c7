import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROBLEM_CODES } from '../../../contract/result.ts'
import { problemOfReplay } from './replay-problem.ts'
import { type Answer, problemOfAnswer, problemOfBadBody } from './service-problems.ts'

const answer = (status: number, body: unknown, type = 'application/json'): Answer => ({
  status,
  headers: new Headers({ 'content-type': type }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ms: 1,
})
const plain = { secrets: [], retryAfterMs: null }
const problem = (status: number, body: unknown, type?: string) => problemOfAnswer(answer(status, body, type), plain)

it('a problem holds no known secret by itself, also of an answer that was not cleaned before', () => {
  const token = 'planted-token-4711-abcdef'
  const context = { secrets: [token], retryAfterMs: null }
  const detail = [{ loc: ['body', 'key'], msg: `not ${token}`, type: 'x' }]
  const problems = [
    problemOfAnswer(answer(403, { message: `No access for ${token}` }), context),
    problemOfAnswer(answer(422, { detail }), context),
    problemOfReplay(answer(409, { replay_status: 'failed', detail: `Nothing for ${token}` }), context),
    problemOfBadBody(answer(200, `{"broken": "${token}`), context),
  ]
  expect(problems.map(({ code }) => code)).toEqual(['forbidden', 'rejected', 'recording-failed', 'bad-answer'])
  for (const one of problems) expect(JSON.stringify(one)).not.toContain(token)
  expect(problems[0]?.message).toContain('No access for [redacted]')
})

describe('problemOfAnswer', () => {
  it('E01: names fields with their path and never shows input or ctx', () => {
    const found = problem(422, {
      detail: [
        {
          loc: ['body', 'items', 0, 'name'],
          msg: 'Field required',
          type: 'missing',
          input: { token: 'hush' },
          ctx: { error: {} },
        },
        { loc: ['path', 'session_id'], msg: 'bad', type: 'x' },
      ],
    })
    expect(found).toMatchObject({ code: 'rejected', status: 422 })
    expect(found.message).toBe(
      'The service rejected the values (422): body › items › 0 › name: Field required; path › session_id: bad.',
    )
    expect(found.details).toBe('body › items › 0 › name: Field required\npath › session_id: bad')
    expect(found.fields).toEqual([
      { path: ['body', 'items', 0, 'name'], message: 'Field required' },
      { path: ['path', 'session_id'], message: 'bad' },
    ])
    expect(JSON.stringify(found)).not.toMatch(/hush|object Object|ctx/)
  })

  it('E01: fields are redacted, at most 50, and absent when none is named', () => {
    const detail = Array.from({ length: 80 }, (_, i) => ({ loc: ['body', i, 'k-hush-1234'], msg: 'got k-hush-1234' }))
    const found = problemOfAnswer(answer(422, { detail }), { secrets: ['k-hush-1234'], retryAfterMs: null })
    expect(found.fields).toHaveLength(50)
    expect(JSON.stringify(found)).not.toContain('k-hush-1234')
    for (const body of [
      { detail: 'text' },
      { detail: [] },
      { detail: ['text', null, { msg: 'no path' }] },
      '',
      'null',
    ]) {
      expect(problem(422, body)).not.toHaveProperty('fields')
    }
    expect(problem(422, { detail: [{ loc: ['body', null, {}, 'source'] }] }).fields).toEqual([
      { path: ['body', 'source'], message: 'not accepted' },
    ])
    expect(problem(422, '{"detail":[{"loc":["body",1e999],"msg":"m"}]}').fields).toEqual([
      { path: ['body'], message: 'm' },
    ])
  })

  it('E01: shows five fields and counts the rest', () => {
    const detail = Array.from({ length: 9 }, (_, i) => ({ loc: ['body', i], msg: 'Field required', type: 'missing' }))
    expect(problem(422, { detail }).message).toMatch(/body › 4: Field required; and 4 more\.$/)
  })

  it.each([
    [422, { detail: 'Text of the service' }, /\(422\): Text of the service\.$/],
    [422, { detail: { message: 'x went wrong' } }, /: x went wrong\.$/],
    [422, { detail: [] }, /^The service rejected the values \(422\)\.$/],
    [422, { detail: null }, /\(422\)\.$/],
    [422, {}, /\(422\)\.$/],
    [422, { detail: [null, 5, {}, 'plain text', { msg: {} }] }, /: plain text\.$/],
    [429, { message: 'Rate limit exceeded', detail: 'Please wait' }, /^Too many requests \(429\): Please wait\.$/],
    [403, { error: { code: 'x', message: 'Not yours' } }, /: Not yours\.$/],
    [400, { error: 'invalid_grant', error_description: 'Wrong password' }, /: Wrong password\.$/],
    [500, '', /^The service reported an internal error \(500\)\.$/],
    [500, 'null', /^The service reported an internal error \(500\)\.$/],
    [500, '"Just text."', /\(500\): Just text\.$/],
    [502, '<html><title>502 Bad Gateway</title></html>', /^The service is overloaded or restarting \(502\)\.$/],
    [500, '{"detail":[{"loc":["body"],"msg":"cut o', /^The service reported an internal error \(500\)\.$/],
    [500, 'Internal Server Error', /: Internal Server Error\.$/],
  ])('E02: %i %j is one readable sentence', (status, body, sentence) => {
    for (const type of ['application/json', 'text/plain', '']) {
      const found = problem(status, body, type)
      expect(found.message).toMatch(sentence)
      expect(found.status).toBe(status)
      expect(JSON.stringify(found)).not.toContain('[object')
    }
  })

  it('E02: keeps the body for the part that folds out: cut, without input, without secrets', () => {
    const found = problem(500, {
      detail: 'x',
      debug: { input: { a: 'hush' }, api_key: 'hush', at: 'https://s/v?sig=hush' },
    })
    expect(found.details).toBe('{"detail":"x","debug":{"api_key":"[redacted]","at":"https://s/v?[redacted]"}}')
    expect(problem(500, '{"detail":[{"msg":"m","input":{"a":"hush').details).not.toContain('hush')
    expect(problem(500, 'y'.repeat(50_000)).details?.length).toBeLessThanOrEqual(2_001)
  })

  it('E02: never throws, always a code of the list, for any body', () => {
    const body = fc.oneof(fc.json({ maxDepth: 6 }), fc.string())
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), body, (status, text) => {
        for (const explain of [problemOfAnswer, problemOfBadBody, problemOfReplay]) {
          const found = explain(answer(status, text), plain)
          expect(PROBLEM_CODES).toContain(found.code)
          expect(found.message).toMatch(/\.$/)
          expect(found.message.length).toBeLessThan(2_000)
          expect(found.message).not.toContain('[object')
        }
      }),
    )
  })

  it('E02: survives a body nested too deep to be written again', () => {
    const found = problem(500, '['.repeat(30_000) + ']'.repeat(30_000))
    expect(found.message).toBe('The service reported an internal error (500).')
    expect(found.details?.length).toBeLessThanOrEqual(2_001)
  })

  it.each([
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'not-supported'],
    [409, 'conflict'],
    [413, 'rejected'],
    [422, 'rejected'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [502, 'overloaded'],
    [503, 'overloaded'],
    [504, 'overloaded'],
    [529, 'overloaded'],
    [599, 'server-error'],
  ])('%i is %s', (status, code) => expect(problem(status, '').code).toBe(code))

  it('tells the way back in after 401, and that an optional operation is missing', () => {
    expect(problem(401, '').next).toBe('Sign in again.')
    for (const status of [404, 405]) {
      expect(problemOfAnswer(answer(status, ''), { ...plain, optional: true }).code).toBe('not-supported')
    }
  })

  it('R06: passes on only a wait that is a number of ms', () => {
    expect(problemOfAnswer(answer(529, ''), { secrets: [], retryAfterMs: 5_000 }).retryAfterMs).toBe(5_000)
    for (const retryAfterMs of [Number.NaN, 0, -1, null]) {
      expect(problemOfAnswer(answer(529, ''), { secrets: [], retryAfterMs })).not.toHaveProperty('retryAfterMs')
    }
  })

  it('a web page in the place of data is another kind of server', () => {
    expect(problemOfBadBody(answer(200, '<!doctype html><p>Hi', 'text/html'), plain).code).toBe('not-this-service')
    expect(problemOfBadBody(answer(200, '[1,2'), plain).code).toBe('bad-answer')
  })
})

describe('problemOfReplay', () => {
  const newer = (replay_status: string, retryable?: boolean) => ({
    detail: 'Replay not available',
    replay_status,
    retryable,
  })
  it.each([
    [404, newer('waiting_for_session', true), 'not-ended'],
    [404, newer('processing', true), 'processing'],
    [404, newer('failed', false), 'recording-failed'],
    [410, newer('failed', false), 'recording-failed'],
    [410, newer('unavailable', false), 'no-frames'],
    [404, newer('unavailable', false), 'no-recording'],
    [404, newer('unknown', true), 'processing'],
    [404, newer('unknown', false), 'not-found'],
    [404, { message: 'Session is still active' }, 'not-ended'],
    [404, { detail: 'Session abc is still active. Replay is available after it ends.' }, 'not-ended'],
    [404, { message: 'Not found', detail: 'The replay is still being processed' }, 'processing'],
    [404, { message: 'Recording is still processing', detail: 'Not found' }, 'processing'],
    [404, { detail: 'Recording not ready yet, try again' }, 'processing'],
    [404, { detail: 'Recording processing failed' }, 'recording-failed'],
    [404, { detail: 'Not Found' }, 'not-found'],
    [404, { detail: 'Session not found' }, 'not-found'],
    [404, '', 'not-found'],
    [410, '', 'no-frames'],
    [410, { detail: 'Capture ended without a frame' }, 'no-frames'],
    [410, { detail: 'The recording has expired' }, 'no-recording'],
    [425, { detail: 'Session has not ended' }, 'not-ended'],
    [401, { detail: 'still active' }, 'unauthorized'],
    [500, { detail: 'still processing' }, 'server-error'],
  ])('replay: %i %j is %s', (status, body, code) => {
    const found = problemOfReplay(answer(status, body), plain)
    expect(found).toMatchObject({ code, status })
    expect(found.message).toMatch(/^[A-Z].*\.$/)
  })

  it.each(['checkout-processing-1', 'orders-pending-7', 'not-ready-yet-1', 'failed-still active', 'a.b(c'])(
    'H44: the id %s in the text decides nothing',
    (id) => {
      const codeOf = (detail: string) => problemOfReplay(answer(404, { detail }), plain, id).code
      expect(codeOf(`Session ${id} not found`)).toBe('not-found')
      expect(codeOf(`No session "${id}" in this workspace.`)).toBe('not-found')
      expect(codeOf(`Session ${id} is still active`)).toBe('not-ended')
      expect(codeOf(`The recording of ${id} is still being processed`)).toBe('processing')
    },
  )

  it('H44: a plain "not found" wins over words of a name that was not asked for', () => {
    expect(problemOfReplay(answer(404, { detail: 'Recording still-pending-9 not found.' }), plain).code).toBe(
      'not-found',
    )
  })
})
