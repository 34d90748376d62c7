// npm start. What Node makes of the sources is kept for the next start, here and in the host's process: half of the time until
// the list stands would go into it again.
import { keepCompiled } from './compile-cache.ts'

keepCompiled()
await import('./start-program.ts')
