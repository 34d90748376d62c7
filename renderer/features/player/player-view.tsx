import { useIdle } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { titleOf, type Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { useAsk } from '../../bridge.ts'
import { notShownByBanner, ShownByBannerContext, useShownByBanner } from '../../ui/feedback/outage-context.ts'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { MoreMenu } from './action-menu.tsx'
import { useLeftOff, usePlayback } from './engine/use-playback.ts'
import { Inspector, type InspectorParts } from './inspector/inspector.tsx'
import { createJudge } from './judge.ts'
import { keepSetting } from './late-player-saves.ts'
import { useMarks } from './marks/use-marks.ts'
import { Picture } from './picture.tsx'
import classes from './player.module.css'
import { createFrameActions, saveToArchive } from './player-actions.ts'
import { PlayerBar } from './player-bar.tsx'
import { createPlayerCommands } from './player-commands.ts'
import { InsightContext, PlayerContext } from './player-context.ts'
import { createPlayerStore, showToast } from './player-store.ts'
import { useAnalysis } from './screens/use-analysis.ts'
import type { MomentPictures } from './screens/use-moment-picture.ts'
import { FailureStrip } from './status/failure-strip.tsx'
import { type CauseAction, stageViewOf } from './status/player-causes.ts'
import { useSteps } from './steps/use-steps.ts'
import { useTellingMoment } from './steps/use-telling-moment.ts'
import { Transport } from './timeline/transport.tsx'
import { toggleFullscreen, useFullscreen } from './use-fullscreen.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useReplay } from './use-replay.ts'
import { joined } from './waiting/waiting.ts'
import { controlWaiting } from './waiting/waiting-control.ts'

/** One session of a queue that is judged: it opens at its most telling moment, and the queue takes verdicts and steps. */
export type ReviewMode = {
  /** What stands above the picture. */
  bar: ReactNode
  judge: (verdict: Verdict) => void
  go: (direction: 1 | -1) => void
  /** What stays from one session to the next. */
  layout: { theatre: boolean }
  /** The neighbours in the queue. */
  near: { previous: string | null; next: string | null }
}

export type PlayerViewProps = {
  account: Account
  sessionId: string
  /** Video time to start at, ms; null where the person left off. */
  startAtMs: number | null
  /** True when the person asked to see it run at once. */
  playAtOnce?: boolean
  /** The list one came from: its order gives the previous and the next run. */
  query: SessionListQuery
  settings: Settings
  /** `play`: this one was playing, so the next one goes on playing. */
  onOpenSession: (sessionId: string, play: boolean) => void
  onBack: () => void
  /** `Back to sessions` unless one came from elsewhere. */
  backLabel?: string
  /** Where one signs in again; without it the cause screen asks the service once more. */
  onSignIn?: () => void
  inspector?: InspectorParts
  review?: ReviewMode
  /** Starts a review of the list's sessions at this one. */
  onReview?: () => void
  /** Makes what reads single pictures of the recording, for the time under the pointer. */
  createPictures?: () => MomentPictures
}

/** One recording with everything that moves it. Each session gets a player of its own. */
export const PlayerView = (props: PlayerViewProps) => (
  <Player key={`${props.account.id} ${props.sessionId}`} {...props} />
)

/** Controls and pointer disappear after this time without a pointer or key, in fullscreen while it plays. */
const IDLE_MS = 2_500
const IDLE_WHEN = {
  events: ['pointermove', 'pointerdown', 'keydown'] satisfies (keyof DocumentEventMap)[],
  initialState: false,
}

const NOWHERE = { previous: null, next: null }
const LOADING = { kind: 'loading' } as const

const Player = (props: PlayerViewProps) => {
  const { account, sessionId, settings, query, review } = props
  const [store] = useState(() => createPlayerStore(settings.playbackRate, review?.layout.theatre))
  const client = useQueryClient()
  const replay = useReplay(account, sessionId)
  const session = useAsk('sessions.get', { sessionId }, { retry: false })
  const listed = useAsk('sessions.neighbours', { sessionId, query }, { enabled: review === undefined }).data
  const near = review?.near ?? listed ?? NOWHERE
  const marks = useMarks(account.id, sessionId, store)
  const lease = replay.replay?.lease ?? null
  useFullscreen(store)
  useEffect(
    () =>
      store.subscribe(({ theatre }) => {
        if (latest.current.props.review) latest.current.props.review.layout.theatre = theatre
      }),
    [store],
  )
  const analysis = useAnalysis(sessionId)
  const { record } = analysis
  const mediaS = useStore(store, (s) => s.lengthS)
  const known = useSteps(sessionId, {
    row: session.data ?? null,
    wallClockStart: replay.playable?.wallClockStart ?? null,
    record,
    lengthMs: mediaS === null ? null : mediaS * 1_000,
  })
  const leftOffMs = useLeftOff(sessionId)
  const moment = useTellingMoment(review !== undefined, store, sessionId, {
    ...known,
    row: session.data ?? null,
    playable: replay.playable,
  })
  const momentMs = moment === 'start' ? null : (moment?.atMs ?? null)
  const player = usePlayback({
    store,
    accountId: account.id,
    sessionId,
    playable: replay.playable,
    lease,
    leftOffMs: review ? moment && 'none' : leftOffMs,
    startAtMs: review ? momentMs : props.startAtMs,
    playAtOnce: props.playAtOnce ?? review !== undefined,
    rate: settings.playbackRate,
  })
  const { createPictures } = props
  const [pictures, setPictures] = useState<MomentPictures | null>(null)
  useEffect(() => {
    const made = createPictures?.() ?? null
    setPictures(made)
    return () => made?.dispose()
  }, [createPictures])
  const still = useMemo(() => joined(record?.still ?? []), [record])
  const name = (session.data && titleOf(session.data)) ?? `session ${sessionId}`

  // What the commands read at the moment they run.
  const latest = useRef({ props, near, marks, player, record, known, still, name })
  latest.current = { props, near, marks, player, record, known, still, name }
  const commands = useMemo(() => {
    const video = () => latest.current.player.video
    const judge = createJudge(client, store, sessionId)
    return createPlayerCommands({
      store,
      playback: () => latest.current.player.playback(),
      marks: () => latest.current.marks,
      record: () => latest.current.record,
      steps: () => latest.current.known.steps,
      failure: () => latest.current.known.failure,
      frame: createFrameActions(sessionId, store, video),
      judge: async (verdict) => {
        const { review } = latest.current.props
        return review ? review.judge(verdict) : judge(verdict)
      },
      review: () => {
        const { review, onReview } = latest.current.props
        if (review || !onReview) return showToast(store, 'This is review mode.', { next: 'Esc leaves it.' })
        onReview()
      },
      save: () => void saveToArchive(sessionId, store),
      keep: keepSetting,
      go: (direction) => {
        const { review } = latest.current.props
        if (review) return review.go(direction)
        const to = direction === 1 ? latest.current.near.next : latest.current.near.previous
        const { playing, ended } = store.getState()
        if (to) latest.current.props.onOpenSession(to, playing || ended)
        else
          showToast(
            store,
            direction === 1 ? 'This is the last session in the list.' : 'This is the first session in the list.',
          )
      },
      back: () => latest.current.props.onBack(),
      fullscreen: () => toggleFullscreen(store),
    })
  }, [client, sessionId, store])
  usePlayerKeys(commands, player.playback)
  useEffect(
    () =>
      controlWaiting({
        store,
        playback: () => latest.current.player.playback(),
        still: () => latest.current.still,
      }),
    [store],
  )

  // Only what decides the view: the time moves sixty times a second and is read further down.
  const state = useStore(
    store,
    useShallow((s) => ({
      ready: s.ready,
      buffering: s.buffering,
      waitingForLinks: s.waitingForLinks,
      failure: s.failure,
      playing: s.playing,
      theatre: s.theatre,
      fullscreen: s.fullscreen,
      inspector: s.inspector,
    })),
  )
  const view = stageViewOf({
    phase: replay.replay?.phase ?? LOADING,
    lease,
    playable: replay.playable,
    openProblem: replay.problem,
    ready: state.ready,
    buffering: state.buffering,
    waitingForLinks: state.waitingForLinks,
    failure: state.failure,
  })
  const onAction = (action: CauseAction) => {
    if (action === 'back') return props.onBack()
    if (action === 'reload') return player.reload()
    if (action === 'sign-in' && props.onSignIn) return props.onSignIn()
    if (action === 'poll') return void replay.ask('replay.poll')
    if (action === 'stop') return void replay.ask('replay.stopPolling')
    if (state.failure) player.reload()
    void replay.ask(action === 'renew' ? 'replay.renew' : 'replay.recheck')
  }

  const { theatre, fullscreen, inspector } = state
  const full = theatre || fullscreen
  const shownByBanner = useShownByBanner() // the banner is covered in full view: the picture tells for itself
  const idle = useIdle(IDLE_MS, IDLE_WHEN) && fullscreen && state.playing
  const shared = useMemo(
    () => ({
      sessionId,
      name: () => latest.current.name,
      store,
      commands,
      playback: player.playback,
      playable: replay.playable,
      marks,
      pictures,
    }),
    [sessionId, store, commands, player.playback, replay.playable, marks, pictures],
  )
  return (
    <PlayerContext value={shared}>
      <InsightContext value={{ analysis, ...known }}>
        <section
          aria-label="Player"
          className={classes.view}
          data-full={full || undefined}
          data-fullscreen={fullscreen || undefined}
          data-idle={idle || undefined}
        >
          {full ? null : (
            <PlayerBar
              sessionId={sessionId}
              session={session.data ?? null}
              lease={lease}
              near={near}
              hasInspector={props.inspector !== undefined}
              backLabel={props.backLabel ?? 'Back to sessions'}
            />
          )}
          {known.failure && !full ? <FailureStrip failure={known.failure} /> : null}
          {fullscreen ? null : review?.bar}
          <div className={classes.body}>
            <div className={classes.stage}>
              <ShownByBannerContext value={full ? notShownByBanner : shownByBanner}>
                <Picture view={view} busy={replay.busy} name={name} setVideo={player.setVideo} onAction={onAction} />
              </ShownByBannerContext>
              <Transport more={<MoreMenu />} />
            </div>
            {props.inspector && inspector && !full ? (
              <ResizablePanel side="right" id="player-inspector" defaultWidth={320} min={240} max={560}>
                <Inspector parts={props.inspector} />
              </ResizablePanel>
            ) : null}
          </div>
        </section>
      </InsightContext>
    </PlayerContext>
  )
}
