import { CLIPBOARD_MS, type ExportFormat } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { ExportPreview } from '../../../../electron/contract/models/cookie-models.ts'
import { formatCount, formatSpan } from '../../../ui/text/format-text.ts'
import { cookiesText } from '../read-counts.ts'
import { visibleText } from '../visible-text.ts'

type FormatText = { label: string; purpose: string; asCopied: string }

/** Each format with the one line that says what it is for. */
export const formatTexts: Record<ExportFormat, FormatText> = {
  netscape: { label: 'cookies.txt', purpose: 'For curl, wget and yt-dlp', asCopied: 'as cookies.txt' },
  json: { label: 'JSON', purpose: 'As sent by the service, with all fields', asCopied: 'as JSON' },
  'storage-state': {
    label: 'Playwright storageState',
    purpose: 'For starting a browser context',
    asCopied: 'as storageState',
  },
  header: {
    label: 'Cookie header',
    purpose: 'The header a browser sends to one address',
    asCopied: 'as a Cookie header',
  },
  curl: { label: 'curl command', purpose: 'One request to one address, for a shell', asCopied: 'as a curl command' },
}

/** The act of the primary button, with what it acts on. */
export const saveLabel = (preview: ExportPreview | undefined): string => {
  if (!preview) return 'Save'
  return preview.count === 0 ? 'Nothing to save' : `Save ${cookiesText(preview.count)}`
}

export const savedText = (count: number, name: string): string => `Saved ${cookiesText(count)} in ${name}.`

export const copiedText = (count: number, format: ExportFormat): string =>
  `Copied ${cookiesText(count)} ${formatTexts[format].asCopied}. The clipboard is cleared in ${formatSpan(CLIPBOARD_MS)}.`

/** What some cookies do to a storageState; null: nothing. */
export const spoilsText = (fails: number): string | null => {
  if (fails === 0) return null
  return `Playwright rejects a file with ${fails === 1 ? 'one' : formatCount(fails)} of them.`
}

type Loss = { kind: 'out' | 'lost'; title: string; reason: string; names: string }

const namesText = (names: readonly string[], count: number): string => {
  const shown = names.map((name) => (name === '' ? '(no name)' : visibleText(name))).join(', ')
  return count > names.length ? `${shown} and ${formatCount(count - names.length)} more` : shown
}

/** What is not in the file, then what the format cannot say of those in it; counted and named. */
export const lossesOf = ({ leftOut, lost }: ExportPreview): Loss[] => [
  ...leftOut.map(({ reason, count, names }) => ({
    kind: 'out' as const,
    title: `${cookiesText(count)} left out.`,
    reason,
    names: namesText(names, count),
  })),
  ...lost.map(({ field, reason, count, names }) => ({
    kind: 'lost' as const,
    title: `${field} (${cookiesText(count)}).`,
    reason,
    names: namesText(names, count),
  })),
]
