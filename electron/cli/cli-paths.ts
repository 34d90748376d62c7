import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
export const sampleFolder = join(projectFolder, 'assets/sample')

/** The data folder of the desktop program; `REPLAY_DESK_DATA` names another. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => {
  if (env.REPLAY_DESK_DATA) return env.REPLAY_DESK_DATA
  const base =
    process.platform === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(base, 'Replay Desk')
}
