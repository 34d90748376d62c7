import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackNpmChromium } from './npm-chromium.ts'

export type FoundChromium = {
  path: string
  kind: 'named' | 'installed' | 'npm'
  /** Additions to the environment, for example where its libraries are. */
  env: Record<string, string>
}

export type Machine = {
  platform: NodeJS.Platform
  arch: string
  env: NodeJS.ProcessEnv
  isExecutable: (path: string) => boolean
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  isExecutable: (path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
})

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]

/** The usual places, best first: Chrome, Chromium, Edge. */
const usualPlaces = ({ platform, env }: Machine): string[] => {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    return programs.flatMap((program) => roots.map((root) => `${root}\\${program}`))
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [join(env.HOME, 'Applications')] : [])]
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`),
    )
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [
    ...LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ]
}

/** `REPLAY_DESK_CHROMIUM` names a browser; the value `npm` means the one among the packages. */
const named = ({ env, isExecutable }: Machine): FoundChromium | null => {
  const path = env.REPLAY_DESK_CHROMIUM
  if (!path || path === 'npm') return null
  if (!isExecutable(path)) throw new Error('REPLAY_DESK_CHROMIUM does not name a program that can be started.')
  return { path, kind: 'named', env: {} }
}

export const findInstalled = (machine: Machine = thisMachine()): FoundChromium | null => {
  const path = usualPlaces(machine).find(machine.isExecutable)
  return path === undefined ? null : { path, kind: 'installed', env: {} }
}

/** A browser that can show a window to a person; null when there is none. */
export const findForWindow = (machine: Machine = thisMachine()): FoundChromium | null =>
  named(machine) ?? (machine.env.REPLAY_DESK_CHROMIUM === 'npm' ? null : findInstalled(machine))

/**
 * A browser without a window, for tests and where there is no display. The npm package comes first: it is the same
 * version everywhere, and the one Electron carries. It exists for Linux on x64; elsewhere an installed browser serves.
 */
export const findHeadless = async (machine: Machine = thisMachine()): Promise<FoundChromium> => {
  const byName = named(machine)
  if (byName) return byName
  if (machine.platform === 'linux' && machine.arch === 'x64') return unpackNpmChromium()
  const installed = machine.env.REPLAY_DESK_CHROMIUM === 'npm' ? null : findInstalled(machine)
  if (installed) return installed
  throw new Error('No Chromium was found. Install Chrome, Chromium or Edge, or name one in REPLAY_DESK_CHROMIUM.')
}
