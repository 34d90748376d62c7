import { useEffect, useState } from 'react'
import { invoke } from '../../bridge.ts'

/**
 * Where the person left off, ms of video time; `none` when nowhere, null until it is known. Asked anew for each
 * opening and then kept: a cached row is from before the last leave, and what is saved while playing is no start.
 */
export const useLeftOff = (sessionId: string): number | 'none' | null => {
  const [leftOff, setLeftOff] = useState<number | 'none' | null>(null)
  useEffect(() => {
    let here = true
    void invoke('sessions.get', { sessionId }).then((result) => {
      if (here) setLeftOff((result.ok ? result.value.positionMs : null) ?? 'none')
    })
    return () => {
      here = false
    }
  }, [sessionId])
  return leftOff
}
