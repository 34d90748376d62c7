import { useLayoutEffect, useRef } from 'react'
import { type OpenText, registerOpenText } from './late-saves.ts'

/**
 * A field whose text is kept only when it is confirmed or left. The end of the page counts as leaving it, and so does
 * a screen that goes with the caret still in the field: no blur comes then.
 */
export const useOpenText = (text: OpenText): void => {
  const latest = useRef(text)
  latest.current = text
  // A layout effect: its cleanup still finds the elements of the field.
  useLayoutEffect(() => {
    const off = registerOpenText({
      isOpen: () => latest.current.isOpen(),
      commit: () => latest.current.commit(),
    })
    return () => {
      off()
      if (latest.current.isOpen()) void latest.current.commit()
    }
  }, [])
}
