import { useEffect, useState } from 'react'

const AFTER_MS = 2_500

/** True when nobody has moved the pointer or pressed a key for a while; only while `watch` is. */
export const useIdle = (watch: boolean): boolean => {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!watch) return setIdle(false)
    let timer = setTimeout(() => setIdle(true), AFTER_MS)
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), AFTER_MS)
    }
    for (const name of ['pointermove', 'pointerdown', 'keydown']) window.addEventListener(name, wake)
    return () => {
      clearTimeout(timer)
      for (const name of ['pointermove', 'pointerdown', 'keydown']) window.removeEventListener(name, wake)
    }
  }, [watch])
  return idle
}
