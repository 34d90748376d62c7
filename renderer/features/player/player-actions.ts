import { invoke } from '../../bridge.ts'
import { copyText } from '../../ui/text/copy.ts'
import { type PlayerStore, say } from './player-store.ts'
import { copyPng, frameAsPng } from './snapshot.ts'
import { clockText } from './timeline/clocks.ts'

/** Copy and save the shown frame, copy a link to this moment. What came of it is said over the picture. */
export const createFrameActs = (sessionId: string, store: PlayerStore, video: () => HTMLVideoElement | null) => {
  const atMs = () => Math.max(0, Math.round((video()?.currentTime ?? 0) * 1000))
  const bad = (text: string, next?: string) => say(store, text, { bad: true, ...(next ? { next } : {}) })
  const frame = async () => {
    const element = video()
    const png = element ? await frameAsPng(element) : null
    if (!png) bad('There is no frame to take yet.')
    return png
  }
  return {
    copyFrame: async () => {
      // Whoever has selected text means the text.
      const selected = getSelection()?.toString()
      if (selected) return void copyText(selected)
      const png = await frame()
      if (!png) return
      if (await copyPng(png)) say(store, `Copied the frame at ${clockText(atMs() / 1000)}`)
      else bad('The clipboard did not take the frame.', 'Save it with S instead.')
    },
    saveFrame: async () => {
      const at = atMs()
      const png = await frame()
      if (!png) return
      const result = await invoke('frame.save', { sessionId, atMs: at, png: new Uint8Array(await png.arrayBuffer()) })
      if (!result.ok) return bad(result.problem.message, result.problem.next)
      if (result.value.name !== null) say(store, `Saved ${result.value.name}`)
    },
    copyLink: async () => {
      const at = atMs()
      const result = await invoke('link.copyText', { sessionId, atMs: at })
      if (!result.ok) return bad(result.problem.message, result.problem.next)
      if (await copyText(result.value.text)) say(store, `Copied a link to ${clockText(at / 1000)}`)
      else bad('The clipboard did not take the link.')
    },
  }
}
export type FrameActs = ReturnType<typeof createFrameActs>
