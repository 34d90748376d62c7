import { expect, test } from 'vitest'
import { createTestClock } from '../../service/test-clock.ts'
import { createTransport, TransportFault } from './transport.ts'

const start = () => {
  const clock = createTestClock()
  const { transport } = createTransport({
    clock,
    resolve: () => new Promise(() => {}), // a name server that never answers
    service: async () => 'public',
    headTimeoutMs: 20_000,
  })
  const ended = new AbortController()
  const asked = transport('https://media.example/a', {}, ended.signal).catch((error: unknown) => error)
  return { clock, ended, asked }
}
const codeOf = (fault: unknown) => (fault instanceof TransportFault ? fault.problem.code : fault)

test('X06: a seek that leaves while the name server is silent ends at once', async () => {
  const { clock, ended, asked } = start()
  ended.abort()
  expect(codeOf(await asked)).toBe('cancelled')
  expect(clock.pending()).toEqual([])
})

test('a silent name server counts as a silent storage', async () => {
  const { clock, asked } = start()
  clock.advance(20_000)
  expect(codeOf(await asked)).toBe('timeout')
})
