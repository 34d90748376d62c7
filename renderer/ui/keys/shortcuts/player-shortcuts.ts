import { defineShortcuts, FIXED, REPEAT } from './shortcut.ts'

const playback = defineShortcuts('player', 'Playback', ['player'], {
  play: ['Play or pause', 'Space K'],
  back5: ['Back 5 s', 'ArrowLeft', REPEAT],
  ahead5: ['Forward 5 s', 'ArrowRight', REPEAT],
  back1: ['Back 1 s', 'Shift+ArrowLeft', REPEAT],
  ahead1: ['Forward 1 s', 'Shift+ArrowRight', REPEAT],
  back10: ['Back 10 s', 'J', REPEAT],
  ahead10: ['Forward 10 s', 'L', REPEAT],
  frameBack: ['Previous frame', ',', REPEAT],
  frameAhead: ['Next frame', '.', REPEAT],
  home: ['To the start', 'Home'],
  end: ['To the end', 'End'],
})

/** One row for the ten digits: they belong together. */
export const digitShortcuts = defineShortcuts('player', 'Playback', ['player'], {
  percent: ['To 0–90%', '0 1 2 3 4 5 6 7 8 9', FIXED],
})

const insight = defineShortcuts('player', 'Screens and steps', ['player'], {
  screenBack: ['Previous screen', 'ArrowUp', REPEAT],
  screenAhead: ['Next screen', 'ArrowDown', REPEAT],
  stepBack: ['Previous step', 'Alt+ArrowUp', REPEAT],
  stepAhead: ['Next step', 'Alt+ArrowDown', REPEAT],
  changeBack: ['Previous change', 'Alt+,', REPEAT],
  changeAhead: ['Next change', 'Alt+.', REPEAT],
  failure: ['Jump to failure', 'E'],
  waiting: ['Show, speed through or skip waiting', 'W'],
  zoomIn: ['Zoom in', '= +', REPEAT],
  zoomOut: ['Zoom out', '-', REPEAT],
  zoomReset: ['Show whole recording', 'Z'],
})

const speedAndLoop = defineShortcuts('player', 'Speed and loop', ['player'], {
  slower: ['Slower', '< ['],
  faster: ['Faster', '> ]'],
  normal: ['Normal speed', 'Backspace'],
  loopIn: ['Set loop start', 'I'],
  loopOut: ['Set loop end', 'O'],
  loop: ['Loop on or off', 'P'],
})

const notes = defineShortcuts('player', 'Notes and frames', ['player'], {
  note: ['Add note', 'N'],
  mark: ['Add mark', 'B'],
  markBack: ['Previous mark', 'Ctrl+ArrowLeft', REPEAT],
  markAhead: ['Next mark', 'Ctrl+ArrowRight', REPEAT],
  copyFrame: ['Copy frame', 'Mod+C', FIXED],
  saveFrame: ['Save frame', 'S'],
  copyLink: ['Copy link to this moment', 'Shift+U'],
})

const view = defineShortcuts('player', 'View', ['player'], {
  runBack: ['Previous session', 'Shift+P'],
  runAhead: ['Next session', 'Shift+N'],
  fullscreen: ['Fullscreen', 'F'],
  theatre: ['Theatre', 'T'],
  inspector: ['Inspector', 'D'],
  leave: ['Back to sessions', 'Esc', FIXED],
})

/** What the player alone can do, in the order in which its keys are listed. */
export const playerShortcuts = { ...playback, ...insight, ...speedAndLoop, ...notes, ...view }
