import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Values of the sample; none may be in the page before someone asks for it. */
export const cookieSecrets = ['s3.5f0e71c94d.8a', 'r1%7C4b7e%7C9920', 'c-4471', '1481663791']

export const openProfile = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'Profiles', exact: true }).click()
  await page.getByRole('grid', { name: 'Profiles' }).getByRole('row', { name }).click()
}

/** The twelve cookies of the sample's first profile. */
export const openPortal = async (page: Page): Promise<void> => {
  await openProfile(page, /Supplier portal/)
  await expect(page.getByText(/12 cookies · 1 refused · 1 expired/)).toBeVisible()
}

/** All columns are in the table, which then scrolls sideways. */
export const showAllColumns = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Only columns that fit' }).click()
  await page.keyboard.press('Escape')
}
