import { type Command, runBeside } from './run-beside.ts'

// `npm run check`. The unit tests wait for processes, servers and clocks, so the other checks run beside them.
const script = (name: string): Command => ({ name, line: `npm run --silent ${name}` })
const others = ['format:check', 'types', 'unused'].map(script)
if (!(await runBeside(script('unit'), others, (text) => process.stdout.write(text)))) process.exitCode = 1
