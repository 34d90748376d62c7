import { expect, test } from 'vitest'
import { createCliLog } from './environment.ts'

test('lines for people who search a fault hold no secret, and are written when asked for', () => {
  const lines: string[] = []
  const out = { note: (line: string) => void lines.push(line) } as never
  const loud = createCliLog({ verbose: true, out })
  for (const level of ['info', 'warn', 'error'] as const) loud[level](`${level} Bearer planted https://h/v?sig=planted`)
  const silent = createCliLog({ verbose: false, out })
  silent.error('not asked for')
  expect(lines).toEqual(['info', 'warn', 'error'].map((level) => `${level} Bearer [redacted] https://h/v?[redacted]`))
})
