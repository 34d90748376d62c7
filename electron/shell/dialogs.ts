import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'

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

/** The system's dialog for a folder; null when the person closed it. */
export const askForFolder = async (
  window: BrowserWindow | undefined,
  options: OpenDialogOptions,
): Promise<string | null> => {
  const wanted: OpenDialogOptions = { ...options, properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, wanted)
    : await dialog.showOpenDialog(wanted)
  return canceled ? null : (filePaths[0] ?? null)
}
