import { homedir } from 'node:os'
import type { App } from 'electron'

type Name = 'videos' | 'pictures' | 'downloads' | 'documents'

/**
 * A folder of the person for new files, absolute. `app.getPath` throws where the system names no such folder (a
 * service user, a home without XDG folders, a redirected folder that is gone): null for videos, whose stand-in is
 * core's to name, and the home folder where a dialog only begins there.
 */
export const systemFolders = (app: Pick<App, 'getPath'>) => {
  const find = (name: Name): string | null => {
    try {
      return app.getPath(name)
    } catch {
      return null
    }
  }
  return {
    videos: (): string | null => find('videos'),
    forDialog: (name: Exclude<Name, 'videos'>) => (): string => find(name) ?? homedir(),
  }
}
