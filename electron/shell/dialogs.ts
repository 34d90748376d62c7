import { type BrowserWindow, dialog, Notification, type SaveDialogOptions } from 'electron'

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

/** A notification of the system; nothing where it has none. */
export const showNotification = (title: string, body: string, onClick: () => void): void => {
  if (!Notification.isSupported()) return
  const notice = new Notification({ title, body })
  notice.on('click', onClick)
  notice.show()
}
