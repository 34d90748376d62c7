import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { PROBLEM_CODES } from '../../contract/result.ts'
import { createProgress } from '../archive/progress-line.ts'
import { createSlots } from '../archive/slots.ts'
import { EXIT, EXIT_HELP, exitOf, exitOfAll } from '../exit-codes.ts'
import { createOutput } from './output.ts'
import { cellsOf, fitted, shortIds, tableLines } from './table.ts'

const open = ({ json = false, terminal = false, screen = false } = {}) => {
  let stdout = ''
  let stderr = ''
  const out = createOutput({
    stdout: { write: (text) => (stdout += text), isTTY: screen },
    stderr: { write: (text) => (stderr += text), isTTY: terminal, columns: 20 },
    json,
    secrets: () => ['a-planted-secret'],
  })
  return { out, stdout: () => stdout, stderr: () => stderr }
}
/** Clears the screen, sets the title, turns the direction of text round. */
const HOSTILE = 'a\u001b[2Jb\u001b]0;x\u0007c\u009b1mD\u202eE\r\nF'

describe('output', () => {
  test('text of others cannot steer a terminal', () => {
    const { out, stdout } = open()
    out.line(HOSTILE)
    out.table(['Title'], [[HOSTILE]])
    expect(stdout().replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u)
    expect(stdout().split('\n')).toHaveLength(4)
  })

  test('a source or a policy steers no terminal, and comes through a pipe sign for sign', () => {
    const source = `def f():\n\treturn "${HOSTILE}\u200b\ufeff"\n`
    const piped = open()
    piped.out.exact(source)
    expect(piped.stdout()).toBe(source)
    const onScreen = open({ screen: true })
    onScreen.out.exact(source)
    expect(onScreen.stdout().replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Cf}/u)
    expect(onScreen.stdout()).toContain('def f():\n\treturn "a\u241b[2Jb')
  })

  test('a record is one line, loses nothing and steers nothing', () => {
    const { out, stdout } = open({ json: true })
    out.record({ title: HOSTILE })
    expect(JSON.parse(stdout())).toEqual({ title: HOSTILE })
    expect(stdout().trimEnd()).not.toMatch(/\p{Cc}|\p{Cf}/u)
  })

  test('secrets are removed from every form, and a record stays JSON', () => {
    const people = open()
    people.out.line('key a-planted-secret')
    people.out.problem({
      code: 'internal',
      message: 'x https://h.example/v?Signature=abc',
      details: 'a-planted-secret',
    })
    expect(people.stdout() + people.stderr()).not.toMatch(/planted|abc/)
    const programs = open({ json: true })
    programs.out.record({ title: 'Cookie: banner', nested: [{ url: 'https://h.example/v?Signature=abc' }] })
    expect(JSON.parse(programs.stdout())).toMatchObject({ nested: [{ url: expect.not.stringContaining('abc') }] })
  })

  test('H17: what names a session or a file is never changed by a key that is part of it', () => {
    const { out, stdout } = open({ json: true })
    out.record({ session: 'a-planted-secret-1', file: 'a-planted-secret.mp4', title: 'a-planted-secret' })
    expect(JSON.parse(stdout())).toEqual({
      session: 'a-planted-secret-1',
      file: 'a-planted-secret.mp4',
      title: '[redacted]',
    })
    const lines = open()
    lines.out.id('a-planted-secret-1')
    expect(lines.stdout()).toBe('a-planted-secret-1\n')
  })

  test('H36: aligns columns by terminal cells, whatever characters they have', () => {
    const rows = [
      ['登录测试用户', 'x'],
      ['👩‍👩‍👧', 'x'],
      ['plain', 'x'],
    ]
    const { out, stdout } = open()
    out.table(['Name', 'Then'], rows)
    const [, ...lines] = stdout().trimEnd().split('\n')
    expect(lines).toEqual(['登录测试用户  x', `👩‍👩‍👧${' '.repeat(12)}x`, `plain${' '.repeat(9)}x`])
  })

  test('H36: a table fits 80 columns: short ids, and what is widest gives way', () => {
    const rows = [
      ['c2790000-0000-4000-8000-0000000000ab', '2026-11-28 10:14', '12 s', 'closed', '登录测试用户'.repeat(9)],
      ['c2790000-0000-4000-8000-0000000000ac', '2026-11-28 10:14', '12 s', 'closed', 'x'],
      ['run-77', '2026-11-28 10:14', '12 s', 'error', 'x'.repeat(90)],
    ]
    const lines = tableLines(['Session', 'Started', 'Length', 'State', 'Title'], rows, { room: 80, ids: 0 })
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBe(80)
    expect(lines[2]).toContain('c2790000-0000-4000-8000-0000000000ac')
    expect(shortIds(['c2790000-0000-4000', 'd2790000-0000-4000', 'run-77'])).toEqual(['c2790000', 'd2790000', 'run-77'])
    expect(tableLines(['A'], [['x'.repeat(300)]], { room: 0 })[1]).toHaveLength(300)
  })

  test('text of Latin letters and punctuation takes the cells that any text does, without the tables for it', () => {
    const simple = /[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027]/
    const units = Array.from({ length: 0x3000 }, (_, unit) => String.fromCharCode(unit))
    const all = units.filter((unit) => simple.test(unit))
    for (const unit of all) expect(stringWidth(unit), unit).toBe(1)
    for (const text of [all.join(''), all.toReversed().join(''), ...units, 'é\u0301', '©\ufe0f', '登录 – 12 s'])
      expect(cellsOf(text), text).toBe(stringWidth(text))
    expect(fitted('“a – b” · ñ', 6)).toBe('“a – …')
    expect(fitted('登录 – b', 6)).toBe('登录 …')
  })

  test('progress is one line on a terminal and nothing elsewhere', () => {
    const pipe = open()
    pipe.out.progress('1 of 2')
    expect(pipe.stderr()).toBe('')
    const terminal = open({ terminal: true })
    terminal.out.progress('a line that is longer than the terminal')
    terminal.out.note('note')
    expect(terminal.stderr()).toBe('a line that is lon…\r\x1b[Knote\n')
    const programs = open({ terminal: true, json: true })
    programs.out.progress('1 of 2')
    expect(programs.stderr()).toBe('')
  })
})

describe('exit codes', () => {
  test('each cause has one, and each is in the help', () => {
    const told = new Set(EXIT_HELP.map(([code]) => code))
    for (const code of PROBLEM_CODES) expect(told.has(exitOf(code)), code).toBe(true)
    expect(told).toEqual(new Set(Object.values(EXIT)))
  })
  test('one cause keeps its code, several have their own', () => {
    expect(exitOfAll([])).toBe(EXIT.ok)
    expect(exitOfAll(['no-frames', 'no-recording'])).toBe(EXIT.notThere)
    expect(exitOfAll(['no-frames', 'storage'])).toBe(EXIT.several)
  })
})

test('progress: rate and time left of what runs; bytes of an earlier try are no rate', () => {
  let now = 0
  const progress = createProgress(1, () => now)
  progress.update('a', { bytes: 5_000_000, totalBytes: 10_000_000 })
  expect(progress.line()).toBe('4.8 MB of 9.5 MB')
  now = 1_000
  progress.update('a', { bytes: 6_000_000, totalBytes: 10_000_000 })
  expect(progress.line()).toBe('5.7 MB of 9.5 MB · 977 KB/s · 4 s left')
})

test('slots: never more at a time than asked for, in order', async () => {
  const slots = createSlots(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    [0, 1, 2, 3, 4].map((n) =>
      slots.run(async () => {
        begun.push(n)
        most = Math.max(most, ++running)
        await Promise.resolve()
        running -= 1
      }),
    ),
  )
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})
