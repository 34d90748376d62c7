import { run } from './program.ts'
import { watchSignals } from './stop.ts'

// Core's timers do not hold a process; while a command runs, this one does.
const alive = setInterval(() => {}, 2 ** 30)
const stop = watchSignals(process)
const code = await run(process.argv.slice(2), { env: process.env, stop })
clearInterval(alive)
process.exitCode = stop.code() ?? code
// What a library still holds open (a socket kept for the next request) must not keep the prompt away.
process.stdout.write('', () => process.stderr.write('', () => process.exit()))
