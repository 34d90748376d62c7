/** A-B loop. Both ends are seconds of video time. */
export type Loop = { in: number | null; out: number | null; on: boolean }
export const NO_LOOP: Loop = { in: null, out: null, on: false }

/** Shorter loops than this only flicker: two frames at 25/s. */
const SHORTEST_S = 0.08

/** `I`: sets the in point. An out point at or before it makes no loop and is dropped. */
export const loopIn = (loop: Loop, t: number): Loop => {
  const out = loop.out !== null && loop.out - t >= SHORTEST_S ? loop.out : null
  return { in: t, out, on: out !== null }
}

/** `O`: sets the out point, and turns the loop on when it has both ends. Without an in point it starts at 0. */
export const loopOut = (loop: Loop, t: number): Loop => {
  if (t < SHORTEST_S) return loop
  const from = loop.in !== null && t - loop.in >= SHORTEST_S ? loop.in : loop.in === null ? 0 : null
  return from === null ? { in: null, out: t, on: false } : { in: from, out: t, on: true }
}

/** `P`: on and off; with no ends the whole recording loops. */
export const toggleLoop = (loop: Loop, lengthS: number | null): Loop => {
  if (loop.on) return { ...loop, on: false }
  if (lengthS === null && loop.out === null) return loop
  return { in: loop.in ?? 0, out: loop.out ?? lengthS, on: true }
}

/**
 * Where playback must jump now, or null. Only a playhead that runs over the out point jumps: someone who
 * seeks behind the loop wants to look there.
 */
export const loopJump = (loop: Loop, before: number, now: number): number | null => {
  if (!loop.on || loop.in === null || loop.out === null) return null
  return before < loop.out && now >= loop.out && before >= loop.in - 0.5 ? loop.in : null
}
