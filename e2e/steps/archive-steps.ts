import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ArchiveState } from '../../electron/contract/constants/archive-constants.ts'
import type { ArchiveItem, Sidecar } from '../../electron/contract/models/archive-models.ts'
import type { Settings } from '../../electron/contract/models/settings-models.ts'
import type { Desk } from '../host/drive/drive.ts'
import { expect, showView } from './fixtures.ts'

export const setSettings = (page: Page, patch: Partial<Omit<Settings, 'archiveFolder'>>): Promise<void> =>
  page.evaluate(async (value) => {
    const set = await window.desk.invoke('settings.set', value)
    if (!set.ok) throw new Error(set.problem.message)
  }, patch)

/** Chooses the archive's folder as a person does: in the dialog of main, which alone can. */
export const chooseArchiveFolder = async ({ page, answer }: Pick<Desk, 'page' | 'answer'>, folder: string) => {
  await answer('showOpenDialog', { canceled: false, filePaths: [folder] })
  await page.evaluate(async () => {
    const selected = await window.desk.invoke('archive.chooseFolder', undefined)
    if (!selected.ok || selected.value.folder === null) throw new Error('no folder was selected')
  })
}

/** Queues recordings of the account in use; throws what the program refuses. */
export const addToArchive = (page: Page, ...sessionIds: string[]): Promise<void> =>
  page.evaluate(async (ids) => {
    const added = await window.desk.invoke('archive.add', { sessionIds: ids })
    if (!added.ok) throw new Error(added.problem.message)
  }, sessionIds)

export const showArchive = (page: Page): Promise<void> => showView(page, 'Archive')
export const showSessions = (page: Page): Promise<void> => showView(page, 'Sessions')

const archiveGrid = (page: Page) => page.getByRole('grid', { name: 'Archive' })
export const archiveRows = (page: Page) =>
  archiveGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
/** The row of one recording; `text` is its title or file name. */
export const archiveRow = (page: Page, text: string) => archiveRows(page).filter({ hasText: text })

export const itemOf = (page: Page, sessionId: string): Promise<ArchiveItem | null> =>
  page.evaluate(async (id) => {
    const found = await window.desk.invoke('archive.query', { text: id })
    if (!found.ok) throw new Error(found.problem.message)
    return found.value.rows.find((row) => row.sessionId === id) ?? null
  }, sessionId)

/** Waits for a state of one item, and answers it as it is then. */
export const untilItem = async (page: Page, sessionId: string, state: ArchiveState): Promise<ArchiveItem> => {
  await expect
    .poll(async () => (await itemOf(page, sessionId))?.state, { timeout: 30_000, message: `${state}: ${sessionId}` })
    .toBe(state)
  const item = await itemOf(page, sessionId)
  if (!item) throw new Error(`No item of ${sessionId}`)
  return item
}

/** What is in the folder: hash of the MP4 and its metadata file. */
export const filesOf = async (
  folder: string,
  name: string,
): Promise<{ sha256: string; side: Sidecar; text: string }> => {
  const sha256 = createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex')
  const text = await readFile(join(folder, name.replace(/\.mp4$/, '.json')), 'utf8')
  return { sha256, side: JSON.parse(text), text }
}
