import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'e2e/{dev,host,tools}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    // As for the specs: on a slow machine a lost race runs once more, and the report says so.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
    // A process for each file took two thirds of the time of a small one.
    isolate: false,
  },
})
