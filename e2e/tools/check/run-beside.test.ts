import { expect, it } from 'vitest'
import { runBeside } from './run-beside.ts'

/** A shell line of a program that prints and ends with a code. */
const program = (name: string, code: number, text = '') => ({
  name,
  line: `"${process.execPath}" -e "console.error('${text}'); process.exitCode = ${code}"`,
})

it.each([
  [true, 0, [0, 0]],
  [false, 1, [0, 0]],
  [false, 0, [3, 0]],
  [false, 0, [0, 2]],
] as const)('answers %s when the commands end with %i and %j', async (isGood, first, rest) => {
  let printed = ''
  const others = rest.map((code, n) => program(`other ${n}`, code, `text of ${n}`))
  const all = await runBeside(program('shown', first), others, (text) => {
    printed += text
  })
  expect(all).toBe(isGood)
  rest.forEach((code, n) => {
    expect(printed).toContain(`\nother ${n}\ntext of ${n}\n`)
    expect(printed).toContain(`${code === 0 ? 'passed' : `FAILED with code ${code}`}  other ${n} (`)
  })
  expect(printed).toContain(`${first === 0 ? 'passed' : 'FAILED with code 1'}  shown (`)
})

it.skipIf(process.platform === 'win32')('a command that is ended by a signal did not pass', async () => {
  expect(await runBeside({ name: 'killed', line: 'kill -9 $$' }, [], () => {})).toBe(false)
})
