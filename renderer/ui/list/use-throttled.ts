import { useEffect, useRef, useState } from 'react'

/** The newest value, at once when it was calm, else at most every `ms`. */
export const usePaced = (value: string, ms: number): string => {
  const [paced, setPaced] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setPaced(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paced
}
