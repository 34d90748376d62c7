import { allDisplays, nearestTo, primaryDisplay } from './screen.ts'
import { readWindow, restoredBounds, type SavedWindow, writeWindow } from './window-state.ts'

type Rectangle = Electron.Rectangle
type Size = Electron.Size
type PlacementConfig = {
  options: Electron.BrowserWindowConstructorOptions
  emit: (name: string) => void
  /** The window has another size or place, asked for by main. */
  moved: (bounds: Rectangle) => void
}

/** The window manager takes its time: what main asks for is true a moment later, as on Linux and macOS. */
const TRANSITION_MS = 30
/** Electron's own delay before it stores a changed window (NativeWindow::DebouncedSaveWindowState). */
const SAVE_MS = 200

const atLeast = ({ width, height }: Size, least: Size): Size => ({
  width: Math.max(width, least.width),
  height: Math.max(height, least.height),
})

const initialBounds = ({ x, y, width = 800, height = 600 }: PlacementConfig['options'], least: Size): Rectangle => {
  const size = atLeast({ width, height }, least)
  if (x !== undefined && y !== undefined) return { x, y, ...size }
  const { workArea } = primaryDisplay()
  return {
    x: workArea.x + Math.round((workArea.width - size.width) / 2),
    y: workArea.y + Math.round((workArea.height - size.height) / 2),
    ...size,
  }
}

/** Whether the options ask for persistence; Electron needs a name and reports a missing one only in its log. */
const persistenceOf = ({ name = '', windowStatePersistence = false }: PlacementConfig['options']) => {
  const parts = typeof windowStatePersistence === 'object' ? windowStatePersistence : {}
  const on = windowStatePersistence !== false
  if (on && name === '') console.error('[host] windowStatePersistence without a name: the window is not stored.')
  return { name: on ? name : '', bounds: parts.bounds ?? true, displayMode: parts.displayMode ?? true }
}

/**
 * Bounds and display mode of a window, stored and restored as Electron does it (shell/browser/native_window.cc): on
 * every change after a moment, and at the end; the display mode comes back when the window is shown.
 */
export const createPlacement = ({ options, emit, moved }: PlacementConfig) => {
  let least: Size = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 }
  let normal = initialBounds(options, least)
  let fullscreen = false
  let maximized = false
  let byPage = false
  let wasFullscreen = false
  let transitions = 0
  let saving: NodeJS.Timeout | undefined
  const { name, ...restores } = persistenceOf(options)
  const saved = name === '' ? null : readWindow(name)
  let pending: SavedWindow | null = restores.displayMode ? saved : null
  if (saved && restores.bounds) normal = { ...normal, ...restoredBounds(saved, allDisplays()) }
  normal = { ...normal, ...atLeast(normal, least) }

  const bounds = (): Rectangle => {
    const display = nearestTo(normal)
    if (fullscreen) return { ...display.bounds }
    return maximized ? { ...display.workArea } : { ...normal }
  }
  const save = (): void => {
    clearTimeout(saving)
    saving = undefined
    if (name === '' || pending !== null || transitions > 0) return
    // In a special mode Electron keeps the bounds stored before.
    const before = fullscreen || maximized ? readWindow(name)?.bounds : undefined
    writeWindow(name, { bounds: before ?? bounds(), workArea: nearestTo(normal).workArea, fullscreen, maximized })
  }
  const changed = (what: 'resize' | 'move'): void => {
    clearTimeout(saving)
    saving = setTimeout(save, SAVE_MS)
    emit(what)
  }
  const change = (apply: () => void, event: string): void => {
    transitions += 1
    setTimeout(() => {
      transitions -= 1
      apply()
      emit(event)
      changed('resize')
    }, TRANSITION_MS)
  }
  const setFullScreen = (to: boolean): void => {
    if (to === fullscreen || options.fullscreenable === false) return
    change(
      () => {
        fullscreen = to
      },
      to ? 'enter-full-screen' : 'leave-full-screen',
    )
  }
  const maximize = (to: boolean): void => {
    if (to === maximized) return
    change(
      () => {
        maximized = to
      },
      to ? 'maximize' : 'unmaximize',
    )
  }

  if (saved) process.nextTick(() => emit('persisted-state-restored'))
  save()

  return {
    bounds,
    normalBounds: (): Rectangle => ({ ...normal }),
    setBounds: (to: Partial<Rectangle>): void => {
      const before = normal
      normal = { ...normal, ...to }
      normal = { ...normal, ...atLeast(normal, least) }
      moved(normal)
      if (before.x !== normal.x || before.y !== normal.y) changed('move')
      if (before.width !== normal.width || before.height !== normal.height) changed('resize')
    },
    leastSize: (): Size => ({ ...least }),
    setLeastSize: (to: Size): void => {
      least = to
    },
    isFullScreen: (): boolean => fullscreen,
    setFullScreen,
    isMaximized: (): boolean => maximized,
    maximize,
    /** The page has entered or left its own fullscreen: the window follows, unless it was fullscreen before. */
    followPage: (entered: boolean): void => {
      if (entered === byPage) return
      if (entered) wasFullscreen = fullscreen
      byPage = entered
      if (!wasFullscreen) setFullScreen(entered)
      emit(entered ? 'enter-html-full-screen' : 'leave-html-full-screen')
    },
    /** What was stored of the display mode: applied when the window is first shown. */
    shown: (): void => {
      const mode = pending
      pending = null
      if (mode?.fullscreen) setFullScreen(true)
      else if (mode?.maximized) maximize(true)
    },
    /** The window is closed: the last save. */
    closed: (): void => {
      pending = null
      save()
    },
  }
}
export type Placement = ReturnType<typeof createPlacement>
