import { defineConfig } from '@playwright/test'
import { electronForTests } from './e2e/host/obtain/electron-binary.ts'

// Left out rather than skipped where they cannot run; the reporter says so (e2e/runtime-reporter.ts).
const leftOut = electronForTests() ? [] : ['**/electron-only.spec.ts']

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'e2e/.artifacts/results',
  // A spec waits for half of its time: for a browser, for recordings that play. What measures the program itself is tagged
  // "@alone" (`npm run specs`); real windows share one clipboard and one focus.
  workers: electronForTests() ? 1 : 4,
  // Pictures of recordings that play have to be decoded in time.
  projects: [
    { name: 'player', testMatch: 'player/**', workers: 2 },
    { name: 'window', testIgnore: [...leftOut, 'player/**'] },
  ],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A slow machine may lose one race of a spec in two hundred: it runs once more, and the closing lines name it as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['./e2e/runtime-reporter.ts'], ['list']],
})
