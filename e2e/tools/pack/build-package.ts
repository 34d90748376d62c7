import { readFileSync } from 'node:fs'
import { build, DIR_TARGET, Platform } from 'electron-builder'

export type BuildOptions = { root: string; output: string; electronDist: string | null }

/** Desktop entries by kind of package; electron-builder makes them on Linux alone. */
export type DesktopEntries = { appImage?: string; deb?: string }

/** What electron-builder hands out just before it calls the tools that make the final file. */
type Computed = { desktop: string } | [args: string[], desktopFile: string]

/**
 * Packs the program for this system, up to the point where further tools would have to be downloaded: the folder is
 * complete, and what the final files need (a deb its homepage and maintainer) is checked by electron-builder itself.
 */
export const buildPackage = async ({ root, output, electronDist }: BuildOptions): Promise<DesktopEntries> => {
  const entries: DesktopEntries = {}
  const isLinux = process.platform === 'linux'
  await build({
    projectDir: root,
    targets: isLinux ? Platform.LINUX.createTarget(['AppImage', 'deb']) : Platform.current().createTarget(DIR_TARGET),
    publish: 'never',
    config: { directories: { output }, ...(electronDist ? { electronDist } : {}) },
    effectiveOptionComputed: async (computed: Computed) => {
      if (Array.isArray(computed)) entries.deb = readFileSync(computed[1], 'utf8')
      else entries.appImage = computed.desktop
      return true
    },
  })
  return entries
}

/** No way of starting the program may switch its sandbox off. */
export const checkDesktopEntries = (entries: DesktopEntries): void => {
  if (process.platform !== 'linux') return
  for (const kind of ['appImage', 'deb'] as const) {
    const exec = /^Exec=(.*)$/m.exec(entries[kind] ?? '')?.[1]
    if (!exec) throw new Error(`the desktop entry of ${kind} names no program`)
    if (exec.includes('sandbox')) throw new Error(`the desktop entry of ${kind} touches the sandbox: ${exec}`)
  }
}
