import type { Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { electronForTests } from './host/obtain/electron-binary.ts'

const runtime = electronForTests() ? "Electron's own binary" : 'the Chromium host'

/** First line: the runtime of the specs. Last lines before the summary: each skip with its reason, and the counts. */
export default class RuntimeReporter implements Reporter {
  private readonly skipped: string[] = []
  private root: Suite | null = null

  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.root = suite
    console.log(`Runtime: ${runtime}${electronForTests() ? '' : ' (no Electron binary or no display here)'}`)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
    this.skipped.push(`skipped: ${test.title}: ${reason}`)
  }

  onEnd(): void {
    for (const line of this.skipped) console.log(line)
    const tests = this.root?.allTests() ?? []
    const count = (outcome: ReturnType<TestCase['outcome']>) =>
      tests.filter((test) => test.outcome() === outcome).length
    const [ran, failed, flaky] = [tests.length - count('skipped'), count('unexpected'), count('flaky')]
    console.log(`Specs: ${ran} ran under ${runtime} (${failed} failed, ${flaky} flaky), ${count('skipped')} skipped`)
    if (!electronForTests()) console.log("Specs: 0 ran under Electron's own binary; electron-only.spec.ts needs it")
  }
}
