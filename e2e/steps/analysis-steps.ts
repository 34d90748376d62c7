import type { Page } from '@playwright/test'
import type { Analysis } from '../../electron/contract/models/analysis-models.ts'
import { expect } from './fixtures.ts'

/** Decoding all of a recording on a busy machine. */
export const DECODED = { timeout: 120_000 }

export const analysisOf = async (page: Page, sessionId: string): Promise<Analysis> =>
  page.evaluate(async (id) => {
    const answer = await window.desk.invoke('analysis.get', { sessionId: id })
    return JSON.parse(answer).value
  }, sessionId)

/** Waits until the record and its thumbnails are there. */
export const analysed = async (page: Page, sessionId: string): Promise<Analysis> => {
  await expect.poll(async () => (await analysisOf(page, sessionId)).thumbnails, DECODED).not.toBeNull()
  return analysisOf(page, sessionId)
}

/** Workers of the page that analyse. */
export const analysing = (page: Page): number =>
  page.workers().filter((worker) => /\/worker-[^/]*\.js/.test(worker.url())).length
