import { useEffect } from 'react'
import { allRevealed, anyRevealed, forgetOld, hideAll, useRevealed } from './reveal-store.ts'
import { nextEnd } from './revealed.ts'

/**
 * Masks values when their minute is over, on Esc wherever the focus is, when the window is hidden, when the place or
 * the read is left; all values also when the window loses the focus.
 */
export const useForgetting = (readId: string | null): void => {
  const end = useRevealed(nextEnd)
  useEffect(() => {
    if (end === null) return
    const timer = setTimeout(forgetOld, Math.max(0, end - Date.now()))
    return () => clearTimeout(timer)
  }, [end])
  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) hideAll()
    }
    const onBlur = () => {
      if (allRevealed()) hideAll()
    }
    // Before everything else, since an open tooltip keeps Esc to itself.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !anyRevealed()) return
      event.preventDefault()
      hideAll()
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('blur', onBlur)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a read hides what was shown of it
  useEffect(() => hideAll, [readId])
}
