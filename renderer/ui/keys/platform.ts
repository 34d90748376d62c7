/** True on a Mac, where Mod is the command key. */
export const isMac = (): boolean => /mac/i.test(navigator.platform)
