import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { type Answers, getHost } from '../state.ts'
import { getPath } from './app-paths.ts'
import { checkOptions } from './platform-tags.ts'
import { record, tell } from './recorded.ts'
import { strict } from './strict.ts'

/** A name that is free in the folder: `clip.mp4`, `clip (2).mp4`, … */
export const freeName = (folder: string, name: string): string => {
  const ending = extname(name)
  const stem = basename(name, ending)
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${stem} (${count})${ending}`)
    if (!existsSync(path)) return path
  }
}

const nextAnswer = <T>(kind: keyof Answers, fallback: T): T =>
  (getHost().answers[kind].shift() as T | undefined) ?? fallback

/** Electron's dialogs take the parent window first, or leave it out. */
const optionsOf = <T extends object>(args: unknown[], type: string): T => {
  const options = (args.at(-1) ?? {}) as T
  checkOptions(type, options)
  return options
}

const savePath = (options: Electron.SaveDialogOptions): Electron.SaveDialogReturnValue => {
  if (!getHost().interactive) return { canceled: true, filePath: '' }
  const filePath = freeName(getPath('downloads'), basename(options.defaultPath ?? 'Replay Desk file'))
  tell(`There is no save dialog here: the file goes to ${filePath}`)
  return { canceled: false, filePath }
}

export const dialog = strict('dialog', {
  showSaveDialog: async (...args: unknown[]): Promise<Electron.SaveDialogReturnValue> => {
    const options = optionsOf<Electron.SaveDialogOptions>(args, 'SaveDialogOptions')
    record('showSaveDialog', { options })
    return nextAnswer('showSaveDialog', savePath(options))
  },
  showOpenDialog: async (...args: unknown[]): Promise<Electron.OpenDialogReturnValue> => {
    record('showOpenDialog', { options: optionsOf(args, 'OpenDialogOptions') })
    tell('There is no open dialog here: drop the file into the window.')
    return nextAnswer('showOpenDialog', { canceled: true, filePaths: [] })
  },
  showMessageBox: async (...args: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
    const options = optionsOf<Electron.MessageBoxOptions>(args, 'MessageBoxOptions')
    record('showMessageBox', { options })
    tell(`${options.message} ${options.detail ?? ''}`.trim())
    return nextAnswer('showMessageBox', { response: options.cancelId ?? 0, checkboxChecked: false })
  },
  showErrorBox: (title: string, content: string): void => {
    record('showErrorBox', { title, content })
    console.error(`${title}: ${content}`)
  },
})
