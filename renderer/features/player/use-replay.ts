import { useCallback, useEffect, useRef, useState } from 'react'
import type { Playable, Replay } from '../../../electron/contract/models/replay-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, onEvent } from '../../bridge.ts'
import { keptPlayable } from './status/player-causes.ts'

type Ask = 'replay.open' | 'replay.renew' | 'replay.poll' | 'replay.stopPolling' | 'replay.recheck'

type Known = { replay: Replay | null; playable: Playable | null; problem: Problem | null; busy: boolean }
const NOTHING: Known = { replay: null, playable: null, problem: null, busy: false }

/**
 * The replay of one session: opens its lease, follows what core says, closes it on leave. `playable` outlives
 * phases that may pass, so that a picture is never taken away while it can still be shown.
 */
export const useReplay = (account: { id: string; signedIn: boolean }, sessionId: string) => {
  const { id: accountId, signedIn } = account
  const [known, setKnown] = useState<Known>(NOTHING)
  const alive = useRef(0)
  const polled = useRef(false)

  const take = useCallback((replay: Replay) => {
    setKnown((old) => ({
      replay,
      playable: keptPlayable(replay.phase, old.playable),
      problem: null,
      busy: old.busy,
    }))
  }, [])

  const ask = useCallback(
    async (name: Ask): Promise<void> => {
      const turn = alive.current
      setKnown((old) => ({ ...old, busy: true }))
      const result = await invoke(name, { sessionId })
      if (turn !== alive.current) return
      if (result.ok) take(result.value)
      // A failed renewal under a running replay is reported by the lease; only a replay that is not known is a cause.
      else setKnown((old) => (old.replay ? old : { ...old, problem: result.problem }))
      setKnown((old) => ({ ...old, busy: false }))
    },
    [sessionId, take],
  )

  useEffect(() => {
    alive.current += 1
    polled.current = false
    setKnown(NOTHING)
    const off = onEvent('replay.changed', (replay) => {
      if (replay.sessionId === sessionId && replay.accountId === accountId) take(replay)
    })
    void ask('replay.open')
    return () => {
      alive.current += 1
      off()
      void invoke('replay.close', { sessionId })
    }
  }, [accountId, sessionId, ask, take])

  // Signed in again: what was refused is asked once more.
  const signedInBefore = useRef(signedIn)
  useEffect(() => {
    const again = signedIn && !signedInBefore.current
    signedInBefore.current = signedIn
    if (again) void ask('replay.recheck')
  }, [signedIn, ask])

  // A recording in the making is polled without being asked, once; after that the person says when.
  const phase = known.replay?.phase
  useEffect(() => {
    if (phase?.kind !== 'waiting' || polled.current) return
    polled.current = true
    if (!phase.polling) void ask('replay.poll')
  }, [phase, ask])

  return { ...known, ask }
}
