import { createStore } from 'zustand/vanilla'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { createRemembered } from '../../ui/saves/remembered.ts'
import type { EngineFailure } from './engine/error-policy.ts'
import { type Loop, NO_LOOP } from './engine/loop.ts'
import type { Span } from './timeline/axis.ts'
import type { AxisView } from './timeline/axis-view.ts'
import { type WaitingMode, waitingModes } from './waiting/waiting.ts'

/** A short sentence over the picture: what a key just did. `bad` ones stay longer. */
export type PlayerToast = { id: number; text: string; next?: string; bad: boolean; undo?: () => void }
/** A note being written; `markId` null for a new one. */
export type NoteDraft = { markId: string | null; atMs: number; text: string }

/** What the page itself owns while one replay is open. Times in seconds of video time. */
export type PlayerState = {
  mode: 'hls' | 'mp4' | null
  /** A first frame can be shown. */
  ready: boolean
  playing: boolean
  ended: boolean
  /** Wants to play or seek and has no data. */
  buffering: boolean
  timeS: number
  /** The media's own length; null until it is known and finite (V01, V02). */
  lengthS: number | null
  buffered: Span[]
  rate: number
  /** P17: null until the media is known. */
  hasAudio: boolean | null
  muted: boolean
  loop: Loop
  waitingForLinks: boolean
  failure: EngineFailure | null
  toast: PlayerToast | null
  draft: NoteDraft | null
  theatre: boolean
  fullscreen: boolean
  inspector: boolean
  tab: InspectorTab
  /** The part of the recording on the axis; null: all of it. */
  axisView: AxisView | null
  waiting: WaitingMode
}

export const inspectorTabs = ['steps', 'screens', 'notes', 'details'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** Whether the inspector is shown. */
const playerLayout = createRemembered(
  'player.layout',
  (stored) => ({ inspector: stored !== 'plain' }),
  ({ inspector }) => (inspector ? 'inspector' : 'plain'),
)

const playerTab = createRemembered<{ tab: InspectorTab }>(
  'player.tab',
  (stored) => ({ tab: inspectorTabs.find((tab) => tab === stored) ?? 'steps' }),
  ({ tab }) => tab,
)
const playerWaiting = createRemembered<{ waiting: WaitingMode }>(
  'player.waiting',
  (stored) => ({ waiting: waitingModes.find((mode) => mode === stored) ?? 'show' }),
  ({ waiting }) => waiting,
)

export const createPlayerStore = (rate: number, theatre = false) =>
  createStore<PlayerState>()(() => ({
    ...CLEAN,
    rate,
    toast: null,
    theatre,
    fullscreen: false,
    inspector: playerLayout.getState().inspector && !isCompact(),
    tab: playerTab.getState().tab,
    axisView: null,
    waiting: playerWaiting.getState().waiting,
  }))
export type PlayerStore = ReturnType<typeof createPlayerStore>

/** What is reset with every source; layout and speed stay. */
export const CLEAN = {
  mode: null,
  ready: false,
  playing: false,
  ended: false,
  buffering: false,
  timeS: 0,
  lengthS: null,
  buffered: [],
  hasAudio: null,
  muted: false,
  loop: NO_LOOP,
  waitingForLinks: false,
  failure: null,
  draft: null,
} satisfies Partial<PlayerState>

/** The inspector is remembered; theatre lasts as long as the player. */
export const toggleInspector = (store: PlayerStore): void => {
  const inspector = !store.getState().inspector
  store.setState({ inspector })
  playerLayout.setState({ inspector })
}

export const showTab = (store: PlayerStore, tab: InspectorTab): void => {
  store.setState({ tab })
  playerTab.setState({ tab })
}

export const setWaiting = (store: PlayerStore, waiting: WaitingMode): void => {
  store.setState({ waiting })
  playerWaiting.setState({ waiting })
}

export const showToast = (
  store: PlayerStore,
  text: string,
  more: Partial<Omit<PlayerToast, 'id' | 'text'>> = {},
): void => {
  const id = (store.getState().toast?.id ?? 0) + 1
  store.setState({ toast: { id, text, bad: false, ...more } })
}
