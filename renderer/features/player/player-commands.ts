import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { playerShortcuts } from '../../ui/keys/shortcuts/player-shortcuts.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'
import { sessionShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { isCompact } from '../../ui/panel/panel-width.ts'
import type { Playback } from './engine/playback.ts'
import { nextSpeed, speedText } from './engine/speed.ts'
import { createInsightCommands, type InsightNeeds } from './insight-commands.ts'
import { markAt, markNear } from './marks/marks.ts'
import type { Marks } from './marks/use-marks.ts'
import type { FrameActions } from './player-actions.ts'
import { showToast, toggleInspector } from './player-store.ts'

/** One action: its shortcut, which names it, and what it does. Buttons, menus and keys all read these. */
export type Command = { shortcut: Shortcut; label: string; run: () => void }

const { archive, ...verdictShortcuts } = sessionShortcuts
/** In the order in which their keys are listed. */
const shortcuts = { ...playerShortcuts, ...verdictShortcuts, save: archive }
export type CommandName = keyof typeof shortcuts

export type CommandNeeds = InsightNeeds & {
  marks: () => Marks
  frame: FrameActions
  keep: (settings: Partial<Settings>) => void
  judge: (verdict: Verdict) => Promise<void>
  /** Begins to judge the sessions of the list one after the other. */
  review: () => void
  /** Queues this recording for the archive. */
  save: () => void
  go: (direction: 1 | -1) => void
  back: () => void
  fullscreen: () => void
}

/** What each command does. */
const createRuns = (needs: CommandNeeds) => {
  const { store, frame } = needs
  const play = (action: (playback: Playback) => void) => () => {
    const playback = needs.playback()
    if (playback) action(playback)
  }
  const nowMs = () => store.getState().timeS * 1000
  const setRate = (rate: number) =>
    play((p) => {
      const real = p.setRate(rate)
      needs.keep({ playbackRate: real })
      showToast(store, `Speed ${speedText(real)}`)
    })()
  const toMark = (direction: 1 | -1) => () => {
    const mark = markNear(needs.marks().marks, nowMs(), direction, store.getState().playing)
    if (!mark) return showToast(store, direction === 1 ? 'No more marks.' : 'No earlier marks.')
    play((p) => p.seek(mark.atMs / 1000))()
    if (mark.text) showToast(store, mark.text)
  }
  const note = () => {
    if (!store.getState().ready) return
    const atMs = Math.round(nowMs())
    const here = markAt(needs.marks().marks, atMs)
    play((p) => p.pause())()
    store.setState({ draft: { markId: here?.id ?? null, atMs: here?.atMs ?? atMs, text: here?.text ?? '' } })
  }
  const mark = () => {
    if (store.getState().ready) void needs.marks().add(nowMs(), '')
  }
  /** Innermost first: theatre, then the inspector where it lies over the view. */
  const leave = () => {
    const { theatre, inspector } = store.getState()
    if (theatre) store.setState({ theatre: false })
    else if (inspector && isCompact()) toggleInspector(store)
    else needs.back()
  }

  return {
    ...createInsightCommands(needs),
    play: play((p) => p.toggle()),
    back5: play((p) => p.seekBy(-5)),
    ahead5: play((p) => p.seekBy(5)),
    back1: play((p) => p.seekBy(-1)),
    ahead1: play((p) => p.seekBy(1)),
    back10: play((p) => p.seekBy(-10)),
    ahead10: play((p) => p.seekBy(10)),
    frameBack: play((p) => p.step(-1)),
    frameAhead: play((p) => p.step(1)),
    home: play((p) => p.seek(0)),
    end: play((p) => p.seekToFraction(1)),
    slower: () => setRate(nextSpeed(store.getState().rate, -1)),
    faster: () => setRate(nextSpeed(store.getState().rate, 1)),
    normal: () => setRate(1),
    loopIn: play((p) => p.loopIn()),
    loopOut: play((p) => p.loopOut()),
    loop: play((p) => p.toggleLoop()),
    saveFrame: () => void frame.saveFrame(),
    copyFrame: () => void frame.copyFrame(),
    copyFinding: () => void frame.copyFinding(),
    copyLink: () => void frame.copyLink(),
    save: () => needs.save(),
    pass: () => void needs.judge('pass'),
    fail: () => void needs.judge('fail'),
    unsure: () => void needs.judge('unsure'),
    review: () => needs.review(),
    note,
    mark,
    markBack: toMark(-1),
    markAhead: toMark(1),
    runBack: () => needs.go(-1),
    runAhead: () => needs.go(1),
    fullscreen: needs.fullscreen,
    theatre: () => store.setState({ theatre: !store.getState().theatre }),
    inspector: () => toggleInspector(store),
    leave,
    setRate,
  } satisfies Record<CommandName, () => void> & { setRate: (rate: number) => void }
}

export type Commands = Readonly<Record<CommandName, Command>> & { setRate: (rate: number) => void }

export const createPlayerCommands = (needs: CommandNeeds): Commands => {
  const runs = createRuns(needs)
  const entries = Object.entries(shortcuts).map(([name, shortcut]): [string, Command] => [
    name,
    { shortcut, label: shortcut.label, run: runs[name as CommandName] },
  ])
  return { ...(Object.fromEntries(entries) as Record<CommandName, Command>), setRate: runs.setRate }
}
