/** What the command line and the start of the clone must know alike of the desktop program that they start. */

/** Whether a window can be shown at all: only on Linux and its like a display may be missing. */
export const hasDisplay = ({ platform, env }: { platform: NodeJS.Platform; env: NodeJS.ProcessEnv }): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** `ELECTRON_RUN_AS_NODE` makes a plain Node of Electron; the token is for the command line alone. Upper case. */
const NOT_HANDED_ON: ReadonlySet<string> = new Set(['ELECTRON_RUN_AS_NODE', 'REPLAY_DESK_TOKEN'])

/**
 * The environment for Electron's program. It has its own way to the key, so the one of the command line stays here; and
 * `ELECTRON_RUN_AS_NODE`, which terminals inside of Electron programs hand on, would make it a plain Node without a window.
 */
export const electronEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !NOT_HANDED_ON.has(entry[0].toUpperCase()), // Windows ignores case
    ),
  )

/** Takes the command line's token out of this process, so that no program it starts inherits it. */
export const forgetToken = (env: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(env)) if (name.toUpperCase() === 'REPLAY_DESK_TOKEN') delete env[name]
}
