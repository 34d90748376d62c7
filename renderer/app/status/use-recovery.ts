import { useEffect, useRef, useState } from 'react'
import type { Health } from '../../../electron/contract/models/account-models.ts'
import { invoke } from '../../bridge.ts'

const TOLD_MS = 10_000

/**
 * Epoch ms when the service came back, for ten seconds after it did; else null. Core asks by itself while it is down;
 * here only the network's return, which the page alone hears of, is used to ask at once.
 */
export const useRecovery = (health: Health | undefined): number | null => {
  const [backAt, setBackAt] = useState<number | null>(null)
  const before = useRef<Health['state']>(undefined)
  const state = health?.state
  const at = health?.checkedAt ?? null
  useEffect(() => {
    if (state === 'down') setBackAt(null)
    if (state === 'up' && before.current === 'down') setBackAt(at)
    before.current = state
  }, [state, at])
  useEffect(() => {
    if (backAt === null) return
    const timer = setTimeout(() => setBackAt(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [backAt])
  useEffect(() => {
    if (state !== 'down') return
    const ask = () => void invoke('health.check', undefined)
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [state])
  return backAt
}
