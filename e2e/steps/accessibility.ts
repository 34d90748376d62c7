import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    axe?: Pick<typeof import('axe-core'), 'run'>
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds in the present page that keeps people from using it, one line each. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // Its text is half a megabyte: a page that was looked at before has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const violations = await page.evaluate(async () => {
    // A color on its way to another is none of the design; two frames, so that what was asked for has begun.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    // Only violations are described node by node: describing what passes takes twice as long as finding it.
    const found = await window.axe?.run({ resultTypes: ['violations'] })
    return found?.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      targets: nodes.map(({ target }) => target),
    }))
  })
  if (!violations) throw new Error('axe is not in the page.')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, targets }) => `${id}: ${targets.map((target) => target.join(' ')).join(' | ')}`)
}
