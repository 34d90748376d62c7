import { invoke, onEvent } from '../bridge.ts'
import { flushAll, flushWaiting } from '../ui/saves/late-saves.ts'

/** Shorter than main waits for the answer (`shell/lifecycle/save-before-quit.ts`). */
const FLUSH_MS = 1_200

/** Saves what waits when main is about to quit, when the page goes, and when it is hidden. Answers the end of it. */
export const saveAtPageEnd = (): (() => void) => {
  const off = onEvent('app.flush', async () => {
    void invoke('app.flushed', await flushAll(FLUSH_MS))
  })
  const onGone = () => void flushAll(FLUSH_MS)
  const onHidden = () => void flushWaiting()
  window.addEventListener('pagehide', onGone)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    off()
    window.removeEventListener('pagehide', onGone)
    document.removeEventListener('visibilitychange', onHidden)
  }
}
