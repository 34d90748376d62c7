import { useEffect } from 'react'
import { invoke } from '../../../bridge.ts'

/** Arrowing through the list asks nothing; staying on a row does. */
const STAY_MS = 600

/**
 * Asks for the recording of the row one stays on, once, so that its state, length and link life are told. Rows
 * nobody looks at cost no request: the limit is shared with the agents. The answer arrives as `sessions.changed`.
 */
export const useLearn = (sessionId: string | null): void => {
  useEffect(() => {
    if (sessionId === null) return
    const timer = setTimeout(() => void invoke('sessions.learn', { sessionId }), STAY_MS)
    return () => clearTimeout(timer)
  }, [sessionId])
}
