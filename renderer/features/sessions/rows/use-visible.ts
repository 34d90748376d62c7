import { useEffect, useMemo } from 'react'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { invoke } from '../../../bridge.ts'

/** Rows that someone scrolls past are none that stay. */
const STAY_MS = 500
const MOST_ROWS = 200

/** Tells core which rows are on screen, so that it may check their recordings; none once the list is gone. */
export const useVisible = (): ((rows: readonly SessionRow[]) => void) => {
  const visible = useMemo(() => {
    let told = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (sessionIds: string[]): void => void invoke('sessions.visible', { sessionIds })
    return {
      show: (rows: readonly SessionRow[]): void => {
        const sessionIds = rows.slice(0, MOST_ROWS).map(({ sessionId }) => sessionId)
        const shown = sessionIds.join('\n')
        if (shown === told) return
        told = shown
        clearTimeout(timer)
        timer = setTimeout(() => tell(sessionIds), STAY_MS)
      },
      leave: (): void => {
        told = ''
        clearTimeout(timer)
        tell([])
      },
    }
  }, [])
  useEffect(() => visible.leave, [visible])
  return visible.show
}
