import { drained } from './output/streams.ts'
import { run } from './program.ts'
import { watchSignals } from './stop.ts'

// Core's timers do not hold a process; while a command runs, this one does.
const alive = setInterval(() => {}, 2 ** 30)
const stop = watchSignals(process, (sentence) => process.stderr.write(`${sentence}\n`))
const code = await run(process.argv.slice(2), { env: process.env, stop })
await drained([process.stdout, process.stderr])
clearInterval(alive)
// What a library still holds open (a socket kept for the next request) must not keep the prompt away.
process.exit(stop.code() ?? code)
