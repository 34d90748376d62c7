import { useEffect, useRef } from 'react'
import { type OpenText, registerOpenText } from './late-saves.ts'

/** A field whose text is kept only when it is confirmed or left: the end of the page counts as leaving it. */
export const useOpenText = (text: OpenText): void => {
  const latest = useRef(text)
  latest.current = text
  useEffect(
    () =>
      registerOpenText({
        isOpen: () => latest.current.isOpen(),
        commit: () => latest.current.commit(),
      }),
    [],
  )
}
