import type { Interval } from '../../../electron/contract/models/analysis-models.ts'

/** Pages that are background for the most part. */
type SparsePage = 'login' | 'code' | 'notice' | 'search' | 'hits' | 'report' | 'log' | 'chart' | 'mail'

/** What stage.html draws. */
export type Stage = {
  page: 'article' | 'table' | 'cards' | 'form' | 'panes' | 'console' | 'blank' | SparsePage
  /** Texts and colours of the page. */
  seed: number
  dark?: boolean
  scroll?: number
  typed?: Record<string, string>
  caret?: string | undefined
  /** A message above the fields, which move down. */
  refused?: true | undefined
  /** Lines of a log. */
  lines?: number
  /** Which mail of the list is open. */
  part?: number
  dialog?: true | undefined
  white?: true | undefined
  spinner?: number | undefined
  progress?: number | undefined
  advert?: number | undefined
  carousel?: number | undefined
  clock?: string | undefined
  pointer?: [number, number] | undefined
}

export type Truth = {
  durationMs: number
  still: Interval[]
  screens: Interval[]
  loops: { startMs: number; endMs: number; period: number; count: number }[]
  frozenEnd: Interval | null
}

export type Script = { shots: { atMs: number; stage: Stage }[]; truth: Truth }

const STILL_MS = 3_000
const FROZEN_MS = 60_000
const CARET_MS = 530

/** Writes down what the camera sees and, beside it, what happened: the truth of a recording. */
export const createScript = () => {
  const shots: Script['shots'] = []
  const changes: Interval[] = []
  const screens: Interval[] = []
  const loops: Truth['loops'] = []
  let now = 0
  let stage: Stage = { page: 'blank', seed: 0 }
  /** Overlays that move on their own while the script waits: how often, and to what. */
  const moving = new Map<string, { everyMs: number; nextMs: number; step: (stage: Stage) => Partial<Stage> }>()

  const shoot = (): void => {
    const last = shots.at(-1)
    if (last?.atMs === now) last.stage = stage
    else shots.push({ atMs: now, stage })
  }
  const change = (patch: Partial<Stage>): void => {
    stage = { ...stage, ...patch }
    shoot()
    changes.push({ startMs: now, endMs: now })
  }
  const wait = (ms: number): void => {
    const until = now + ms
    for (;;) {
      const due = [...moving.values()].toSorted((a, b) => a.nextMs - b.nextMs)[0]
      if (!due || due.nextMs >= until) break
      now = Math.max(now, due.nextMs)
      stage = { ...stage, ...due.step(stage) }
      shoot()
      due.nextMs += due.everyMs
    }
    now = until
  }
  const leave = (): void => {
    const last = screens.at(-1)
    if (last && last.endMs < 0) last.endMs = now
  }
  return {
    wait,
    change,
    /** Leaves the screen and shows another; with `flashMs` an empty page comes between. */
    open: (next: Stage, flashMs = 0): void => {
      leave()
      if (flashMs > 0) {
        change({ white: true })
        wait(flashMs)
      }
      stage = { ...next }
      moving.clear()
      change({})
      screens.push({ startMs: now, endMs: -1 })
    },
    /** The same, as a dialog over the page that is shown, or its end. */
    dialog: (shown: boolean): void => {
      leave()
      change({ dialog: shown || undefined })
      screens.push({ startMs: now, endMs: -1 })
    },
    /** A message above the fields that moves them down: what a reviewer looks for. */
    refuse: (): void => {
      leave()
      change({ refused: true, typed: {}, caret: undefined })
      screens.push({ startMs: now, endMs: -1 })
    },
    /** Another mail of the same list. */
    part: (part: number): void => {
      leave()
      change({ part })
      screens.push({ startMs: now, endMs: -1 })
    },
    type: (name: string, text: string, perKeyMs = 90): void => {
      const before = stage.typed?.[name] ?? ''
      for (let at = 1; at <= text.length; at += 1) {
        change({ typed: { ...stage.typed, [name]: before + text.slice(0, at) }, caret: name })
        wait(perKeyMs)
      }
    },
    /** In small moves of the wheel; `screen`: what comes is another part of the page. */
    scroll: (pixels: number, screen: boolean, stepPx = 60, everyMs = 60): void => {
      if (screen) leave()
      for (let done = 0; done < Math.abs(pixels); done += stepPx) {
        change({ scroll: (stage.scroll ?? 0) + Math.sign(pixels) * stepPx })
        wait(everyMs)
      }
      if (screen) screens.push({ startMs: now - everyMs, endMs: -1 })
    },
    point: (from: [number, number], to: [number, number], ms = 500): void => {
      const count = Math.round(ms / 50)
      for (let at = 0; at <= count; at += 1) {
        const [x, y] = [0, 1].map(
          (axis) => (from[axis] as number) + (((to[axis] as number) - (from[axis] as number)) * at) / count,
        )
        change({ pointer: [Math.round(x as number), Math.round(y as number)] })
        wait(50)
      }
    },
    /** Shows something that then moves by itself and means nothing, until the next `open` or `stop`. */
    move: (name: string, everyMs: number, step: (stage: Stage) => Partial<Stage>): void => {
      change(step(stage))
      moving.set(name, { everyMs, nextMs: now + everyMs, step })
    },
    stop: (name: string, patch: Partial<Stage> = {}): void => {
      moving.delete(name)
      change(patch)
    },
    caret: (name: string): void => {
      change({ caret: name })
      moving.set('caret', {
        everyMs: CARET_MS,
        nextMs: now + CARET_MS,
        step: (shown) => ({ caret: shown.caret ? undefined : name }),
      })
    },
    loop: (loop: { fromScreen: number; period: number; count: number }): void => {
      const startMs = screens[loop.fromScreen]?.startMs ?? 0
      loops.push({ startMs, endMs: now, period: loop.period, count: loop.count })
    },
    screenCount: (): number => screens.length,
    end: (): Script => {
      leave()
      const still: Interval[] = []
      let quietMs = 0
      for (const { startMs, endMs } of [...changes, { startMs: now, endMs: now }]) {
        if (startMs - quietMs >= STILL_MS) still.push({ startMs: quietMs, endMs: startMs })
        quietMs = Math.max(quietMs, endMs)
      }
      const last = changes.at(-1)?.endMs ?? 0
      const frozenEnd = now - last > FROZEN_MS ? { startMs: last, endMs: now } : null
      return { shots, truth: { durationMs: now, still, screens, loops, frozenEnd } }
    },
  }
}
export type ScriptWriter = ReturnType<typeof createScript>
