import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHost } from '../state.ts'

/** Folder of all programs' settings: the same one that Electron's `app.getPath('appData')` names. */
export const appDataFolder = (
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string => {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}

/** `app.getPath`: unknown names throw, as in Electron. */
export const getPath = (name: string): string => {
  const { userData } = getHost()
  const home = homedir()
  const known: Record<string, string> = {
    home,
    appData: appDataFolder(),
    userData,
    sessionData: userData,
    temp: tmpdir(),
    exe: process.execPath,
    module: process.execPath,
    logs: join(userData, 'logs'),
    crashDumps: join(userData, 'Crashpad'),
    desktop: join(home, 'Desktop'),
    documents: join(home, 'Documents'),
    downloads: join(home, 'Downloads'),
    music: join(home, 'Music'),
    pictures: join(home, 'Pictures'),
    videos: join(home, process.platform === 'darwin' ? 'Movies' : 'Videos'),
  }
  const path = known[name]
  if (path === undefined) throw new Error(`Failed to get '${name}' path`)
  return path
}
