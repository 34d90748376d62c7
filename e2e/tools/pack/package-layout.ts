import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Layout = { archive: string; unpacked: string; binary: string }

/** Where the parts of a package lie in electron-builder's output folder, on this system. */
export const findLayout = (output: string): Layout => {
  const folders = readdirSync(output).map((name) => join(output, name))
  const inside = process.platform === 'darwin' ? 'Replay Desk.app/Contents' : ''
  const resources = join(inside, process.platform === 'darwin' ? 'Resources' : 'resources')
  const folder = folders.find((one) => existsSync(join(one, resources, 'app.asar')))
  if (!folder) throw new Error('the package was not built')
  const names =
    process.platform === 'darwin' ? ['MacOS/Replay Desk'] : ['replay-desk', 'Replay Desk', 'Replay Desk.exe']
  const binary = names.map((name) => join(folder, inside, name)).find(existsSync)
  if (!binary) throw new Error('the package has no program')
  const archive = join(folder, resources, 'app.asar')
  return { archive, unpacked: `${archive}.unpacked`, binary }
}

/** The native module for this machine: `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`. */
const target = (): string => {
  const suffix = process.platform === 'linux' ? '-gnu' : process.platform === 'win32' ? '-msvc' : ''
  return `${process.platform}-${process.arch}${suffix}`
}

/**
 * The keychain's native module lies outside of the archive, from where it cannot be loaded, and loads here. Answers its
 * path below `node_modules`.
 */
export const checkKeyring = ({ unpacked }: Layout): string => {
  const path = `@napi-rs/keyring-${target()}/keyring.${target()}.node`
  const file = join(unpacked, 'node_modules', path)
  if (!existsSync(file)) throw new Error(`missing beside the archive: node_modules/${path}`)
  const loaded = createRequire(import.meta.url)(file) as { Entry?: unknown }
  if (typeof loaded.Entry !== 'function') throw new Error(`node_modules/${path} is not the keychain's module`)
  return path
}
