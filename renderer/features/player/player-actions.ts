import { invoke } from '../../bridge.ts'
import { clockText } from '../../ui/text/clock-text.ts'
import { copyText } from '../../ui/text/copy.ts'
import { findingText } from '../../ui/text/finding-text.ts'
import { type PlayerStore, showToast } from './player-store.ts'

/** Queues the recording; the outcome is shown over the picture. What is there already is not fetched twice (D14). */
export const saveToArchive = async (sessionId: string, store: PlayerStore): Promise<void> => {
  const result = await invoke('archive.add', { sessionIds: [sessionId] })
  if (!result.ok) {
    const { message, next } = result.problem
    return showToast(store, message, { bad: true, ...(next ? { next } : {}) })
  }
  showToast(store, result.value.added > 0 ? 'Queued in the archive' : 'Already in the archive')
}

/** The shown frame as PNG at the media's own size; null when there is no frame yet. Same origin, so never tainted. */
const frameAsPng = async (video: HTMLVideoElement): Promise<Blob | null> => {
  if (video.readyState < 2 || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Puts a PNG on the clipboard; false when the system refused. */
const copyPng = async (png: Blob): Promise<boolean> => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}

/** The finding as text with the frame beside it; the text alone where the system takes no picture with it. */
const copyFinding = async (text: string, png: Blob | null): Promise<'both' | 'text' | 'nothing'> => {
  try {
    if (png === null) throw new Error('no frame')
    const item = new ClipboardItem({ 'text/plain': new Blob([text], { type: 'text/plain' }), 'image/png': png })
    await navigator.clipboard.write([item])
    return 'both'
  } catch {
    return (await copyText(text)) ? 'text' : 'nothing'
  }
}

/** Copy and save the shown frame, copy a link to this moment. The outcome is shown over the picture. */
export const createFrameActions = (sessionId: string, store: PlayerStore, video: () => HTMLVideoElement | null) => {
  const atMs = () => Math.max(0, Math.round((video()?.currentTime ?? 0) * 1000))
  const bad = (text: string, next?: string) => showToast(store, text, { bad: true, ...(next ? { next } : {}) })
  const frame = async () => {
    const element = video()
    const png = element ? await frameAsPng(element) : null
    if (!png) bad('There is no frame yet.')
    return png
  }
  return {
    copyFrame: async () => {
      // Whoever has selected text means the text.
      const selected = getSelection()?.toString()
      if (selected) return void copyText(selected)
      const png = await frame()
      if (!png) return
      if (await copyPng(png)) showToast(store, `Copied the frame at ${clockText(atMs() / 1000)}`)
      else bad("Couldn't copy the frame.", 'Save it with S instead.')
    },
    saveFrame: async () => {
      const at = atMs()
      const png = await frame()
      if (!png) return
      const result = await invoke('frame.save', { sessionId, atMs: at, png: new Uint8Array(await png.arrayBuffer()) })
      if (!result.ok) return bad(result.problem.message, result.problem.next)
      if (result.value.name !== null) showToast(store, `Saved ${result.value.name}`)
    },
    copyFinding: async () => {
      const at = atMs()
      const [row, marks, link] = await Promise.all([
        invoke('sessions.get', { sessionId }),
        invoke('marks.list', { sessionId }),
        invoke('link.copyText', { sessionId, atMs: at }),
      ])
      const failed = [row, marks, link].find((one) => !one.ok)
      if (failed && !failed.ok) return bad(failed.problem.message, failed.problem.next)
      if (!row.ok || !marks.ok || !link.ok) return
      const element = video()
      const png = element ? await frameAsPng(element) : null
      const copied = await copyFinding(findingText(row.value, marks.value, at, link.value.text), png)
      if (copied === 'nothing') return bad("Couldn't copy the finding.")
      showToast(store, copied === 'both' ? 'Copied the finding with its frame' : 'Copied the finding')
    },
    copyLink: async () => {
      const at = atMs()
      const result = await invoke('link.copyText', { sessionId, atMs: at })
      if (!result.ok) return bad(result.problem.message, result.problem.next)
      if (await copyText(result.value.text)) showToast(store, `Copied a link to ${clockText(at / 1000)}`)
      else bad("Couldn't copy the link.")
    },
  }
}
export type FrameActions = ReturnType<typeof createFrameActions>
