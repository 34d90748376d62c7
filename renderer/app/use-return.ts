import { useCallback, useEffect, useRef, useState } from 'react'
import { invoke } from '../bridge.ts'

const FIRST_MS = 5_000
const LAST_MS = 60_000

/** Wait before the n-th check (from 0): 5 s, 10 s, 20 s … up to a minute. */
export const waitBefore = (n: number): number => Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(n, 10))

/** While the service is down: asks for its health at growing distances, and at once when the network returns. */
export const useReturn = (down: boolean): { checking: boolean; check: () => void; nextAt: number | null } => {
  const [checking, setChecking] = useState(false)
  const [tries, setTries] = useState(0)
  const [nextAt, setNextAt] = useState<number | null>(null)
  const running = useRef(false)
  const check = useCallback(() => {
    if (running.current) return
    running.current = true
    setChecking(true)
    void invoke('health.check', undefined).finally(() => {
      running.current = false
      setChecking(false)
      setTries((n) => n + 1)
    })
  }, [])
  useEffect(() => {
    if (!down) setTries(0)
  }, [down])
  useEffect(() => {
    if (!down) return setNextAt(null)
    const wait = waitBefore(tries)
    setNextAt(Date.now() + wait)
    const timer = setTimeout(check, wait)
    window.addEventListener('online', check)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', check)
    }
  }, [down, tries, check])
  return { checking, check, nextAt }
}
