import { expect, test } from 'vitest'
import { createProgressLine, describeProgress } from './download-progress.ts'

const MB = 1024 * 1024

test('percent, size, rate and time left', () => {
  expect(describeProgress({ bytes: 42 * MB, total: 100 * MB }, 2 * MB)).toBe('42%, 42 MB of 100 MB, 2 MB/s, 0:29 left')
  expect(describeProgress({ bytes: 42 * MB, total: null }, 2 * MB)).toBe('42 MB, 2 MB/s')
  expect(describeProgress({ bytes: 0, total: 100 * MB }, 0)).toBe('0%, 0 bytes of 100 MB')
})

/** A progress line with a clock that the test moves. */
const lineAt = (isTerminal: boolean) => {
  const clock = { ms: 1_000 }
  const written: string[] = []
  const line = createProgressLine(
    'Electron 1.2.3',
    (text) => written.push(text),
    isTerminal,
    () => clock.ms,
  )
  const arrive = (afterMs: number, bytes: number): void => {
    clock.ms += afterMs
    line.update({ bytes, total: 100 * MB })
  }
  const tick = (afterMs: number): void => {
    clock.ms += afterMs
    line.tick()
  }
  return { written, line, arrive, tick }
}

test('a terminal has one line that is written over, and removed at the end', () => {
  const { written, line, arrive, tick } = lineAt(true)
  tick(1_000)
  expect(written.at(-1)).toBe('\r\u001b[KElectron 1.2.3: connecting …')
  arrive(1_000, 10 * MB)
  arrive(100, 11 * MB) // too soon to be read
  arrive(900, 12 * MB)
  expect(written.slice(1)).toEqual([
    '\r\u001b[KElectron 1.2.3: 10%, 10 MB of 100 MB',
    '\r\u001b[KElectron 1.2.3: 12%, 12 MB of 100 MB, 2 MB/s, 0:44 left',
  ])
  line.end()
  line.end()
  expect(written.slice(3)).toEqual(['\r\u001b[K'])
})

test('the rate is that of the last ten seconds', () => {
  const { written, arrive } = lineAt(true)
  arrive(0, 50 * MB)
  arrive(9_000, 59 * MB)
  arrive(9_000, 60 * MB)
  arrive(9_000, 61.8 * MB)
  expect(written.at(-1)).toContain('205 KB/s')
})

test('shows a pause without a rate', () => {
  const { written, arrive, tick } = lineAt(true)
  arrive(0, 50 * MB)
  arrive(1_000, 51 * MB)
  tick(5_000)
  expect(written.at(-1)).toBe('\r\u001b[KElectron 1.2.3: 51%, 51 MB of 100 MB, no data for 5 s')
})

test('a log gets a line every ten seconds', () => {
  const { written, arrive, tick, line } = lineAt(false)
  for (let second = 1; second <= 25; second += 1) arrive(1_000, second * MB)
  tick(500)
  line.end()
  expect(written.map((text) => text.slice(0, 39))).toEqual([
    'Electron 1.2.3: 10%, 10 MB of 100 MB, 1',
    'Electron 1.2.3: 20%, 20 MB of 100 MB, 1',
  ])
})
