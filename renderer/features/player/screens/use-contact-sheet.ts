import type { AnalysisRecord } from '../../../../electron/contract/models/analysis-models.ts'
import { invoke } from '../../../bridge.ts'
import { useInsight, usePlayer } from '../player-context.ts'
import { showToast } from '../player-store.ts'
import { useThumbnail } from './use-analysis.ts'

const blobAt = async (url: string | null): Promise<Blob | null> => {
  if (url === null) return null
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.blob() : null
  } catch {
    return null // gone from the cache: the screen keeps its place without a picture
  }
}

/** Saves all screens as one picture or one Markdown file where the person says. */
export const useContactSheet = (record: AnalysisRecord) => {
  const { sessionId, name, store } = usePlayer()
  const thumbnail = useThumbnail(useInsight().analysis.thumbnails)
  return async (format: 'png' | 'markdown'): Promise<void> => {
    const { makeSheet, sheetAsMarkdown, sheetAsPng } = await import('./contact-sheet.ts')
    const sheet = await makeSheet(record, name(), (index) => blobAt(thumbnail(index)))
    const data = format === 'png' ? await sheetAsPng(sheet) : new Blob([await sheetAsMarkdown(sheet)])
    if (!data) return showToast(store, "Couldn't draw the contact sheet.", { bad: true })
    const bytes = new Uint8Array(await data.arrayBuffer())
    const saved = await invoke('sheet.save', { sessionId, format, data: bytes })
    if (!saved.ok) {
      const { message, next } = saved.problem
      return showToast(store, message, { bad: true, ...(next ? { next } : {}) })
    }
    if (saved.value.name !== null) showToast(store, `Saved ${saved.value.name}`)
  }
}
