import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'e2e/{host,tools}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    maxWorkers: 2,
  },
})
