import { type ExportFormat, exportFormats } from '../../../../electron/contract/constants/cookie-constants.ts'

const KEY = 'desk.cookie-export'

/** The format that was written last, remembered across starts. */
export const lastFormat = (): ExportFormat => {
  const kept = localStorage.getItem(KEY)
  return exportFormats.find((format) => format === kept) ?? 'netscape'
}
export const keepFormat = (format: ExportFormat): void => localStorage.setItem(KEY, format)
