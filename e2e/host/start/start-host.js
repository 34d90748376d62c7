// npm start. Plain JavaScript: what Node makes of the sources is kept for the next start, and the first file of types before
// that is said would have Node load its compiler for them, a tenth of a second of each start.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/replay-desk', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? folder)
await import('./start-program.ts')
