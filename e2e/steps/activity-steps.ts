import type { Page } from '@playwright/test'
import { showView } from './fixtures.ts'

type Section = 'Requests' | 'Rate limit' | 'Health' | 'Usage'

export const showActivity = async (page: Page, section: Section = 'Requests'): Promise<void> => {
  await showView(page, 'Activity')
  await page.getByRole('tab', { name: section }).click()
}

/** Rows of the table without its header. */
export const requestRows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Requests' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
