/** What the player does not show rightly yet, and why. */
export const playerNotYet: readonly string[] = []
