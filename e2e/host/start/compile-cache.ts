import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/replay-desk', import.meta.url))

/** Where Node keeps what it compiled, for a process that we start; the variable of Node's own, where it is set. */
export const compileCache = (): { NODE_COMPILE_CACHE: string } => ({
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? FOLDER,
})
