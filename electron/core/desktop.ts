/** What the command line and the start of the clone must know alike of the desktop program that they start. */

/** Whether a window can be shown at all: only on Linux and its like a display may be missing. */
export const hasDisplay = ({ platform, env }: { platform: NodeJS.Platform; env: NodeJS.ProcessEnv }): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/**
 * The environment for Electron's program. `ELECTRON_RUN_AS_NODE`, which terminals inside of Electron programs hand on,
 * would make it a plain Node without a window.
 */
export const electronEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[0].toUpperCase() !== 'ELECTRON_RUN_AS_NODE', // Windows ignores case
    ),
  )
