import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { Problem } from '../contract/result.ts'
import type { LibraryChoice } from './lifecycle/open-library.ts'
import type { PageFailure } from './window/recovery.ts'

/** The system's save dialog over the window, where there is one; null when the person closed it. */
export const askWhereToSave = async (
  window: BrowserWindow | undefined,
  options: SaveDialogOptions,
): Promise<string | null> => {
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options)
  return canceled || !filePath ? null : filePath
}

const askForOne = async (window: BrowserWindow | undefined, wanted: OpenDialogOptions): Promise<string | null> => {
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, wanted)
    : await dialog.showOpenDialog(wanted)
  return canceled ? null : (filePaths[0] ?? null)
}

/** The system's dialog for a folder; null when the person closed it. */
export const askForFolder = (window: BrowserWindow | undefined, options: OpenDialogOptions): Promise<string | null> =>
  askForOne(window, { ...options, properties: ['openDirectory', 'createDirectory'] })

/** The system's dialog for one file; null when the person closed it. */
export const askForFile = (window: BrowserWindow | undefined, options: OpenDialogOptions): Promise<string | null> =>
  askForOne(window, { ...options, properties: ['openFile'] })

const FAILURE_TEXT: Record<PageFailure['kind'], { message: string; detail: string }> = {
  ended: {
    message: 'The window stopped working',
    detail: 'It stopped unexpectedly more than once. Downloads continue. Reload the window, or quit Replay Desk.',
  },
  load: {
    message: 'Couldn’t load the window',
    detail: 'Reload it, or quit Replay Desk. If this happens again, reinstall Replay Desk.',
  },
}

/** What to do about a page that failed again. Esc reloads: nothing that runs is ended by mistake. */
export const askToReload = async (window: BrowserWindow, { kind, code }: PageFailure): Promise<'reload' | 'quit'> => {
  const { message, detail } = FAILURE_TEXT[kind]
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Replay Desk',
    message,
    detail: `${detail}\n\nCode: ${code}`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1 ? 'quit' : 'reload'
}

const LIBRARY_CHOICES: readonly LibraryChoice[] = ['retry', 'show-folder', 'quit']

/** Why the library does not open, and what to do. Closing it quits. */
export const askAboutLibrary = async (problem: Problem, closed: AbortSignal): Promise<LibraryChoice> => {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Replay Desk',
    message: problem.message,
    detail: [problem.next, problem.details].filter(Boolean).join('\n\n'),
    buttons: ['Retry', 'Show folder', 'Quit'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    signal: closed,
  })
  return LIBRARY_CHOICES[response] ?? 'quit'
}

/** Whether to quit although changes are not saved. Closing the question means no. */
export const askToQuit = async (
  window: BrowserWindow,
  { count, problem }: { count: number; problem: Problem | null },
): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Replay Desk',
    message: count === 1 ? 'A change couldn’t be saved' : `${count} changes couldn’t be saved`,
    detail: `${problem?.message ?? 'Saving takes longer than usual.'} If you quit now, ${count === 1 ? 'it is' : 'they are'} lost. Cancel to keep Replay Desk open: saving is retried.`,
    buttons: ['Cancel', 'Quit without saving'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
