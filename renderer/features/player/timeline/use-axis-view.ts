import { useMemo } from 'react'
import { usePlayerState } from '../player-context.ts'
import { type AxisView, shownView } from './axis-view.ts'

/** What the axis shows now. */
export const useAxisView = (): AxisView => {
  const lengthS = usePlayerState((s) => s.lengthS)
  const view = usePlayerState((s) => s.axisView)
  return useMemo(() => shownView(view, lengthS), [view, lengthS])
}
