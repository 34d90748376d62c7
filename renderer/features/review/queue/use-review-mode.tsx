import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Verdict } from '../../../../electron/contract/constants/session-constants.ts'
import type { Judgement, ReviewQueue } from '../../../../electron/contract/models/review-models.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import type { Input, Output } from '../../../../electron/contract/operations.ts'
import type { Problem, Result } from '../../../../electron/contract/result.ts'
import { isActive } from '../../../../electron/contract/text/session-failure.ts'
import { ask, invoke, useAsk } from '../../../bridge.ts'
import { reviewShortcuts } from '../../../ui/keys/shortcuts/review-shortcuts.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { flushWaiting } from '../../../ui/saves/late-saves.ts'
import { toggledVerdict, verdictLabel } from '../../../ui/text/verdict-text.ts'
import { chipsFor, type RecentReason, withNewReasons } from './recent-reasons.ts'
import { ReviewBar } from './review-bar.tsx'
import { draftFor, type ReviewDraft, setDraft, useDraft } from './review-drafts.ts'
import type { useQueue } from './use-queue.ts'

/** What the bar says of the last act. */
export type ReviewMessage = { text: string; bad: boolean }

type Needs = Pick<ReturnType<typeof useQueue>, 'put' | 'back' | 'undo'> & {
  accountId: string
  /** The session on screen; the queue is a moment ahead of it. */
  sessionId: string
  queue: ReviewQueue
}

/** What a session would be stored with: what was changed, else what it has. */
const judgementOf = (row: SessionRow | undefined, draft: ReviewDraft | undefined) => ({
  verdict: draft?.verdict === undefined ? (row?.verdict ?? null) : draft.verdict,
  reason: draft?.reason ?? row?.verdictReason ?? '',
})

/** What the session on screen needs is fetched first; one that is skipped by then fetches nothing ahead. */
const PREFETCH_AFTER_MS = 800

/** The next session opens at once at its moment with what is fetched ahead of it: its steps are one request. */
const usePrefetch = (client: QueryClient, sessionId: string | null): void => {
  useEffect(() => {
    if (sessionId === null) return
    const fetch = <N extends 'sessions.get' | 'sessions.steps' | 'analysis.get' | 'marks.list'>(name: N) =>
      client.fetchQuery<Output<N>>({
        queryKey: [name, { sessionId }],
        queryFn: () => ask(name, { sessionId } as Input<N>),
        staleTime: 60_000,
      })
    const fetchAll = async () => {
      const row = await fetch('sessions.get')
      const steps = row.stepCount !== 0 || isActive(row.status)
      await Promise.all([fetch('analysis.get'), fetch('marks.list'), ...(steps ? [fetch('sessions.steps')] : [])])
    }
    const timer = setTimeout(() => void fetchAll().catch(() => {}), PREFETCH_AFTER_MS) // the player says what is wrong
    return () => clearTimeout(timer)
  }, [client, sessionId])
}

/** Recent reasons in an order that stays while the review goes on. */
const useReasons = (accountId: string): RecentReason[] => {
  const { data } = useAsk('review.reasons', { accountId })
  const [reasons, setReasons] = useState<RecentReason[]>([])
  useEffect(() => {
    if (data) setReasons((shown) => withNewReasons(shown, data))
  }, [data])
  return reasons
}

const problemText = (what: string, { message, next }: Problem): ReviewMessage => ({
  text: `${what} ${message} ${next ?? ''}`.trim(),
  bad: true,
})

/** Judging one session of a queue after the other: keys, the bar above the picture, and the way to the next. */
export const useReviewMode = ({ accountId, sessionId, queue, put, back, undo }: Needs) => {
  const client = useQueryClient()
  const draft = useDraft(accountId, sessionId)
  const row = useAsk('sessions.get', { sessionId }, { retry: false }).data
  const reasons = useReasons(accountId)
  const field = useRef<HTMLInputElement>(null)
  const running = useRef(false)
  const layout = useRef({ theatre: false })
  const [message, setMessage] = useState<ReviewMessage | null>(null)
  const { current } = queue
  usePrefetch(client, queue.nextId)

  const { verdict, reason } = judgementOf(row, draft)
  const chips = chipsFor(reasons, verdict)
  const change = (part: ReviewDraft): void => {
    setMessage(null)
    setDraft(accountId, sessionId, { ...draftFor(accountId, sessionId), ...part })
  }
  /** One act at a time, and only for the session on screen: a key that comes twice counts once. */
  const act = async (run: (place: number) => Promise<ReviewMessage | null>): Promise<void> => {
    if (running.current || current?.sessionId !== sessionId) return
    running.current = true
    try {
      setMessage(await run(current.place))
    } finally {
      running.current = false
    }
  }

  const judge = (pressed: Verdict): void => {
    const next = toggledVerdict(verdict, pressed)
    change({ verdict: next })
    // What failed or is unsure wants a reason; a pass speaks for itself.
    if (next === 'fail' || next === 'unsure') field.current?.focus()
    else field.current?.blur()
  }
  const pick = (chip: RecentReason | undefined): void => {
    if (chip) change({ verdict: chip.verdict, reason: chip.reason })
  }
  const save = () =>
    act(async (place) => {
      await flushWaiting() // what the inspector has not stored yet
      const stored = await invoke('sessions.get', { sessionId })
      const given = judgementOf(stored.ok ? stored.value : row, draftFor(accountId, sessionId))
      if (given.verdict === null) return { text: 'Select Pass, Fail or Unsure first.', bad: true }
      const judgement: Judgement = { verdict: given.verdict, reason: given.reason.trim() || null }
      const judged = await invoke('review.judge', { accountId, sessionId, place, judgement })
      if (!judged.ok) return problemText("Couldn't save the verdict.", judged.problem)
      setDraft(accountId, sessionId, null)
      field.current?.blur()
      void client.invalidateQueries({ queryKey: ['review.reasons'] })
      put(judged.value)
      return { text: `Saved ${verdictLabel(judgement.verdict).text}`, bad: false }
    })
  const step = (run: (place: number) => Promise<Result<ReviewQueue>>, what: string, done: string | null) =>
    act(async (place) => {
      const result = await run(place)
      if (!result.ok) return problemText(what, result.problem)
      put(result.value)
      return done === null ? null : { text: done, bad: false }
    })
  const skip = () =>
    step((place) => invoke('review.skip', { accountId, sessionId, place }), "Couldn't skip.", 'Skipped')
  const goBack = () => step(() => back(), "Couldn't go back.", null)
  const takeBack = () =>
    act(async () => {
      if (!queue.canUndo) return { text: 'There is nothing to undo.', bad: false }
      const undone = await undo()
      if (!undone.ok) return problemText("Couldn't undo.", undone.problem)
      const { queue: at, judgement } = undone.value
      // What was given is there again, so that it can be corrected.
      if (judgement && at.current)
        setDraft(accountId, at.current.sessionId, { verdict: judgement.verdict, reason: judgement.reason ?? '' })
      return { text: judgement ? 'Undid the verdict' : 'Undid the skip', bad: false }
    })

  useKeys(
    [
      { shortcut: reviewShortcuts.save, run: () => void save() },
      { shortcut: reviewShortcuts.reason, run: () => field.current?.focus() },
      {
        shortcut: reviewShortcuts.recent,
        run: (_event, keys) => pick(chips[reviewShortcuts.recent.keys.indexOf(keys)]),
      },
      { shortcut: reviewShortcuts.undo, run: () => void takeBack() },
    ],
    { layer: 2 }, // before the keys of the player
  )

  return {
    bar: (
      <ReviewBar
        queue={queue}
        verdict={verdict}
        reason={reason}
        chips={reasons.length > 0 ? chips : null}
        message={message}
        field={field}
        onJudge={judge}
        onReason={(text) => change({ reason: text })}
        onChip={(chip) => {
          pick(chip)
          field.current?.focus()
        }}
        onSave={() => void save()}
        onSkip={() => void skip()}
        onUndo={() => void takeBack()}
      />
    ),
    layout: layout.current,
    judge,
    go: (direction: 1 | -1) => void (direction === 1 ? skip() : goBack()),
    near: {
      previous: current && current.place > 1 ? sessionId : null,
      next: sessionId,
    },
  }
}
