import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** What each fuse of the package must be, by its name in electron-builder.yml. */
export const FUSES: Record<string, [fuse: FuseV1Options, on: boolean]> = {
  runAsNode: [FuseV1Options.RunAsNode, false],
  enableCookieEncryption: [FuseV1Options.EnableCookieEncryption, true],
  enableNodeOptionsEnvironmentVariable: [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  enableNodeCliInspectArguments: [FuseV1Options.EnableNodeCliInspectArguments, false],
  enableEmbeddedAsarIntegrityValidation: [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  onlyLoadAppFromAsar: [FuseV1Options.OnlyLoadAppFromAsar, true],
  loadBrowserProcessSpecificV8Snapshot: [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  grantFileProtocolExtraPrivileges: [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
}

/** How an enabled fuse is stored in the wire: the character '1'. */
const FUSE_ENABLED = 0x31
/** Fuses of the wire in all; electron-builder does not know the last one. */
const WIRE_LENGTH = 9

/** The names of the fuses that are not as they must be. */
export const wrongFuses = async (binary: string): Promise<string[]> => {
  const wire = await getCurrentFuseWire(binary)
  return Object.entries(FUSES)
    .filter(([, [fuse, on]]) => (wire[fuse] === FUSE_ENABLED) !== on)
    .map(([name]) => name)
}

/** A sentinel, the version 1, the count, one state a fuse: each the opposite of what the package must have. */
const oppositeWire = (): Buffer => {
  const states = Array.from({ length: WIRE_LENGTH }, () => '1')
  for (const [fuse, on] of Object.values(FUSES)) states[fuse] = on ? '0' : '1'
  const head = Buffer.from([1, WIRE_LENGTH])
  return Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), head, Buffer.from(states.join(''))])
}

/**
 * A stand-in for Electron's folder where its program cannot be downloaded: no program, but a real fuse wire. Every fuse
 * starts wrong, so that reading them back proves that each one was set.
 */
export const makeStandIn = async (folder: string, version: string): Promise<void> => {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const binary = join(folder, 'electron')
  writeFileSync(binary, Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), oppositeWire()]))
  chmodSync(binary, 0o755)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in\n')
  writeFileSync(join(folder, 'version'), version)
  const wrong = await wrongFuses(binary)
  if (wrong.length !== Object.keys(FUSES).length) throw new Error('the stand-in must start with every fuse wrong')
}
