/** While playing, "previous" within this time after a moment means the one before it. */
const GRACE_S = 0.7

/** The index of the moment before or after `nowS` in `times`, ascending seconds; -1: none. */
export const nearTime = (times: readonly number[], nowS: number, direction: 1 | -1, playing: boolean): number =>
  direction === 1
    ? times.findIndex((time) => time > nowS + 0.005)
    : times.findLastIndex((time) => time < nowS - (playing ? GRACE_S : 0.005))

/** The index of the last moment at or before `nowS`; -1: none. */
export const lastTime = (times: readonly number[], nowS: number): number =>
  times.findLastIndex((time) => time <= nowS + 0.005)
