import { useEffect, useRef, useState } from 'react'
import type { Playable } from '../../../../electron/contract/models/replay-models.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { useAsk } from '../../../bridge.ts'
import type { Insight } from '../player-context.ts'
import { type PlayerStore, showToast } from '../player-store.ts'
import { momentText, type TellingMoment, tellingMoment } from './telling-moment.ts'

/** A recording that can be played waits so long for its steps; without them it opens where it can. */
const LONGEST_WAIT_MS = 1_500

type Known = Pick<Insight, 'steps' | 'stepsProblem' | 'failure'> & {
  row: SessionRow | null
  playable: Playable | null
}

/** Where a session under review opens. Decided once, so that nothing jumps later; null until then. */
export const useTellingMoment = (
  on: boolean,
  store: PlayerStore,
  sessionId: string,
  known: Known,
): TellingMoment | 'start' | null => {
  const [moment, setMoment] = useState<TellingMoment | 'start' | null>(null)
  const analysis = useAsk('analysis.get', { sessionId }, { enabled: on })
  const { row, playable, steps, stepsProblem, failure } = known
  const decide = useRef((): void => {})
  decide.current = () => {
    const record = analysis.data?.record ?? null
    const lengthMs = record?.durationMs ?? playable?.durationMs ?? row?.videoDurationMs ?? null
    setMoment((decided) => decided ?? tellingMoment(failure, record, lengthMs) ?? 'start')
  }
  const canPlay = on && playable !== null
  const settled = row !== null && !analysis.isPending && (steps !== null || stepsProblem !== null)
  useEffect(() => {
    if (canPlay && settled) decide.current()
  }, [canPlay, settled])
  useEffect(() => {
    if (!canPlay) return
    const timer = setTimeout(() => decide.current(), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [canPlay])
  useEffect(() => {
    if (moment === null || moment === 'start') return
    return store.subscribe(({ ready }, before) => {
      if (ready && !before.ready) showToast(store, momentText[moment.why])
    })
  }, [moment, store])
  return moment
}
