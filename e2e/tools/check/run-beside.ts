import { type SpawnOptions, spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'

export type Command = { name: string; line: string }
type Ended = { code: number; output: string }

const start = (line: string, stdio: SpawnOptions['stdio']): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(line, { shell: true, stdio })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    // One that was ended by a signal has no code, and did not pass.
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })

/**
 * Runs one command that prints as it goes, and the others one after the other beside it. What those print comes after
 * it, then a line for each. Answers whether all of them ended with code 0.
 */
export const runBeside = async (shown: Command, others: Command[], print: (text: string) => void): Promise<boolean> => {
  const timed = async (command: Command, stdio: SpawnOptions['stdio']) => {
    const begun = performance.now()
    const ended = await start(command.line, stdio)
    return { ...ended, name: command.name, seconds: (performance.now() - begun) / 1_000 }
  }
  const inTurn = async () => {
    const ended: Awaited<ReturnType<typeof timed>>[] = []
    for (const command of others) ended.push(await timed(command, ['ignore', 'pipe', 'pipe']))
    return ended
  }
  const [first, rest] = await Promise.all([timed(shown, 'inherit'), inTurn()])
  for (const { name, output } of rest) print(`\n${name}\n${output}`)
  for (const { name, code, seconds } of [first, ...rest]) {
    print(`${code === 0 ? 'passed' : `FAILED with code ${code}`}  ${name} (${seconds.toFixed(0)} s)\n`)
  }
  return [first, ...rest].every(({ code }) => code === 0)
}
