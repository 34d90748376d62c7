import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const TESTS = ['electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'e2e/{dev,host,tools}/**/*.test.ts']
/** These replace modules or globals, or change what a process trusts. */
const ALONE = [
  'electron/{shell,preload}/**/*.test.ts',
  'electron/core/certificates/**/*.test.ts',
  'electron/core/archive/transfer/tls.test.ts',
  'renderer/app/**/*.test.ts',
  'renderer/ui/saves/*.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 20_000,
    // As for the specs: on a slow machine a lost race runs once more, and the report says so.
    retry: process.env.CI ? 1 : 0,
    // Two cores: half of the time a test waits for a process, a server or a clock.
    maxWorkers: 4,
    // Programs that tests start from their sources: Node keeps what it compiled, and the next start takes half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/replay-desk') },
    projects: [
      // A process for each file took two thirds of the time of a small one.
      { extends: true, test: { name: 'shared', include: TESTS, exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
