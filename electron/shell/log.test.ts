import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('no level of the log writes what the redaction rule takes out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
  try {
    const log = createLog(folder)
    for (const level of ['info', 'warn', 'error'] as const) {
      log[level](`${level}: sent Bearer planted-${level} to https://h.example/v?Signature=planted-${level}`)
    }
    const text = readFileSync(join(folder, 'desk.log'), 'utf8')
    for (const level of ['info', 'warn', 'error']) expect(text).toContain(`${level}: sent Bearer [redacted]`)
    expect(text).not.toContain('planted')
    if (process.platform !== 'win32') expect(statSync(join(folder, 'desk.log')).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
