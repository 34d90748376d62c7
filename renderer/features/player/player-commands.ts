import type { Verdict } from '../../../electron/contract/constants/session-constants.ts'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { verdictCommand, verdictKeys } from '../../ui/text/verdict-text.ts'
import type { Playback } from './engine/playback.ts'
import { nextSpeed, speedText } from './engine/speed.ts'
import { createInsightCommands, type InsightNeeds } from './insight-commands.ts'
import { markAt, markNear } from './marks/marks.ts'
import type { Marks } from './marks/use-marks.ts'
import type { FrameActions } from './player-actions.ts'
import { showToast, toggleInspector } from './player-store.ts'

/** One act: its words, its keys (the first are shown), and what it does. Buttons, menus and keys all read this table. */
export type Command = { label: string; keys: readonly string[]; run: () => void; repeat?: boolean }

export type CommandNeeds = InsightNeeds & {
  marks: () => Marks
  frame: FrameActions
  keep: (settings: Partial<Settings>) => void
  judge: (verdict: Verdict) => Promise<void>
  /** Queues this recording for the archive. */
  save: () => void
  go: (direction: 1 | -1) => void
  back: () => void
  fullscreen: () => void
}

const verdictCommands = (judge: CommandNeeds['judge']) => {
  const command = (verdict: Verdict): Command => ({
    label: verdictCommand(verdict),
    keys: [verdictKeys[verdict]],
    run: () => void judge(verdict),
  })
  return { pass: command('pass'), fail: command('fail'), unsure: command('unsure') }
}

export const createPlayerCommands = (needs: CommandNeeds) => {
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
  const leave = () => (store.getState().theatre ? store.setState({ theatre: false }) : needs.back())

  return {
    ...createInsightCommands(needs),
    play: { label: 'Play or pause', keys: ['Space', 'K'], run: play((p) => p.toggle()) },
    back5: { label: 'Back 5 s', keys: ['ArrowLeft'], run: play((p) => p.seekBy(-5)), repeat: true },
    ahead5: { label: 'Forward 5 s', keys: ['ArrowRight'], run: play((p) => p.seekBy(5)), repeat: true },
    back1: { label: 'Back 1 s', keys: ['Shift+ArrowLeft'], run: play((p) => p.seekBy(-1)), repeat: true },
    ahead1: { label: 'Forward 1 s', keys: ['Shift+ArrowRight'], run: play((p) => p.seekBy(1)), repeat: true },
    back10: { label: 'Back 10 s', keys: ['J'], run: play((p) => p.seekBy(-10)), repeat: true },
    ahead10: { label: 'Forward 10 s', keys: ['L'], run: play((p) => p.seekBy(10)), repeat: true },
    frameBack: { label: 'Previous frame', keys: [','], run: play((p) => p.step(-1)), repeat: true },
    frameAhead: { label: 'Next frame', keys: ['.'], run: play((p) => p.step(1)), repeat: true },
    home: { label: 'To the start', keys: ['Home'], run: play((p) => p.seek(0)) },
    end: { label: 'To the end', keys: ['End'], run: play((p) => p.seekToFraction(1)) },
    slower: { label: 'Slower', keys: ['<', '['], run: () => setRate(nextSpeed(store.getState().rate, -1)) },
    faster: { label: 'Faster', keys: ['>', ']'], run: () => setRate(nextSpeed(store.getState().rate, 1)) },
    normal: { label: 'Normal speed', keys: ['Backspace'], run: () => setRate(1) },
    loopIn: { label: 'Set loop start', keys: ['I'], run: play((p) => p.loopIn()) },
    loopOut: { label: 'Set loop end', keys: ['O'], run: play((p) => p.loopOut()) },
    loop: { label: 'Loop on or off', keys: ['P'], run: play((p) => p.toggleLoop()) },
    saveFrame: { label: 'Save frame', keys: ['S'], run: () => void frame.saveFrame() },
    copyFrame: { label: 'Copy frame', keys: ['Mod+C'], run: () => void frame.copyFrame() },
    copyFinding: { label: 'Copy finding', keys: ['Mod+Shift+C'], run: () => void frame.copyFinding() },
    copyLink: { label: 'Copy link to this moment', keys: ['Shift+U'], run: () => void frame.copyLink() },
    save: { label: 'Archive recording', keys: ['A'], run: () => needs.save() },
    ...verdictCommands(needs.judge),
    note: { label: 'Add note', keys: ['N'], run: note },
    mark: { label: 'Add mark', keys: ['B'], run: mark },
    markBack: { label: 'Previous mark', keys: ['Ctrl+ArrowLeft'], run: toMark(-1), repeat: true },
    markAhead: { label: 'Next mark', keys: ['Ctrl+ArrowRight'], run: toMark(1), repeat: true },
    runBack: { label: 'Previous session', keys: ['Shift+P'], run: () => needs.go(-1) },
    runAhead: { label: 'Next session', keys: ['Shift+N'], run: () => needs.go(1) },
    fullscreen: { label: 'Fullscreen', keys: ['F'], run: needs.fullscreen },
    theatre: { label: 'Theatre', keys: ['T'], run: () => store.setState({ theatre: !store.getState().theatre }) },
    inspector: { label: 'Inspector', keys: ['D'], run: () => toggleInspector(store) },
    leave: { label: 'Back to sessions', keys: ['Esc'], run: leave },
    setRate,
  } satisfies Record<string, Command | ((rate: number) => void)>
}
export type Commands = ReturnType<typeof createPlayerCommands>
