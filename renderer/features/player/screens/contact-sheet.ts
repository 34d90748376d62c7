import type { AnalysisRecord, Screen } from '../../../../electron/contract/models/analysis-models.ts'
import { formatDuration } from '../../../../electron/contract/text/quantities.ts'
import { clockText } from '../../../ui/text/clock-text.ts'
import { stillMs } from '../waiting/waiting.ts'

/** Screens of one sheet: those that stay longest. A picture of more could not be opened everywhere. */
const MOST_SCREENS = 200
const [CARD_PX, CARD_PICTURE_PX, LABEL_PX, GAP_PX, TITLE_PX] = [320, 200, 24, 16, 72]

type SheetScreen = Screen & { picture: Blob | null }
export type Sheet = { title: string; subtitle: string; screens: SheetScreen[] }

/** What the sheet holds of a record, `picture` giving the image of each screen by its index. */
export const makeSheet = async (
  record: AnalysisRecord,
  title: string,
  picture: (index: number) => Promise<Blob | null>,
): Promise<Sheet> => {
  const indexed = record.screens.map((screen, index) => ({ screen, index }))
  const longest = indexed.toSorted((a, b) => b.screen.endMs - b.screen.startMs - (a.screen.endMs - a.screen.startMs))
  const shown = longest.slice(0, MOST_SCREENS).sort((a, b) => a.index - b.index)
  const of = indexed.length > shown.length ? `${shown.length} of ${indexed.length} screens` : `${shown.length} screens`
  const activity = formatDuration(record.durationMs - stillMs(record.still))
  return {
    title,
    subtitle: `${formatDuration(record.durationMs)} long, ${activity} of activity, ${of}`,
    screens: await Promise.all(shown.map(async ({ screen, index }) => ({ ...screen, picture: await picture(index) }))),
  }
}

const labelOf = ({ startMs, endMs }: Pick<Screen, 'startMs' | 'endMs'>): string =>
  `${clockText(startMs / 1_000, 0)} for ${formatDuration(endMs - startMs)}`

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&')

const dataUrl = async (picture: Blob): Promise<string> => {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += Array.from(bytes.subarray(at, at + 8_192), (byte) => String.fromCharCode(byte)).join('')
  return `data:${picture.type || 'image/webp'};base64,${btoa(binary)}`
}

/** One file with its images in it; they are at the end, so that the text can be read as it is. */
export const sheetAsMarkdown = async ({ title, subtitle, screens }: Sheet): Promise<string> => {
  const lines = [`# ${escaped(title)}`, '', subtitle, '']
  const images: string[] = []
  for (const [at, screen] of screens.entries()) {
    const name = clockText(screen.startMs / 1_000, 0)
    lines.push(`## ${labelOf(screen)}`, '')
    if (!screen.picture) continue
    lines.push(`![Screen at ${name}][s${at + 1}]`, '')
    images.push(`[s${at + 1}]: ${await dataUrl(screen.picture)}`)
  }
  return `${[...lines, ...images].join('\n')}\n`
}

/** Columns that make the sheet about as wide as high. */
export const columnsOf = (count: number): number => Math.min(8, Math.max(1, Math.ceil(Math.sqrt(count))))

/** The sheet as a PNG in the colours of the page. */
export const sheetAsPng = async ({ title, subtitle, screens }: Sheet): Promise<Blob | null> => {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const font = token('--desk-font') || 'sans-serif'
  const columns = columnsOf(screens.length)
  const rows = Math.ceil(screens.length / columns)
  const canvas = document.createElement('canvas')
  canvas.width = GAP_PX + columns * (CARD_PX + GAP_PX)
  canvas.height = TITLE_PX + GAP_PX + rows * (CARD_PICTURE_PX + LABEL_PX + GAP_PX)
  const paint = canvas.getContext('2d')
  if (!paint) return null
  paint.fillStyle = token('--desk-surface-1')
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.fillStyle = token('--desk-text')
  paint.font = `550 20px ${font}`
  paint.fillText(title, GAP_PX, 36, canvas.width - 2 * GAP_PX)
  paint.font = `14px ${font}`
  paint.fillStyle = token('--desk-text-2')
  paint.fillText(subtitle, GAP_PX, 60, canvas.width - 2 * GAP_PX)
  for (const [at, screen] of screens.entries()) {
    const x = GAP_PX + (at % columns) * (CARD_PX + GAP_PX)
    const y = TITLE_PX + GAP_PX + Math.floor(at / columns) * (CARD_PICTURE_PX + LABEL_PX + GAP_PX)
    paint.fillStyle = token('--desk-surface-3')
    paint.fillRect(x, y, CARD_PX, CARD_PICTURE_PX)
    if (screen.picture) {
      const image = await createImageBitmap(screen.picture)
      const scale = Math.min(CARD_PX / image.width, CARD_PICTURE_PX / image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      paint.drawImage(image, x + (CARD_PX - width) / 2, y, width, height)
      image.close()
    }
    paint.fillStyle = token('--desk-text')
    paint.fillText(labelOf(screen), x, y + CARD_PICTURE_PX + 18, CARD_PX)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
