import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { electronForTests } from './host/obtain/electron-binary.ts'

/** First line: which runtime the specs run on. Last lines before the summary: every skip with its reason. */
export default class RuntimeReporter implements Reporter {
  private readonly skipped: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onBegin(): void {
    const lines = electronForTests()
      ? ["Runtime: Electron's own binary"]
      : [
          'Runtime: the Chromium host (no Electron binary or no display here)',
          'Not part of this run: electron-only.spec.ts, which needs both',
        ]
    for (const line of lines) console.log(line)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
    this.skipped.push(`skipped: ${test.title}: ${reason}`)
  }

  onEnd(): void {
    for (const line of this.skipped) console.log(line)
  }
}
