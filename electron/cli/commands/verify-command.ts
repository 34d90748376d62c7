import { resolve } from 'node:path'
import { verifyFolder } from '../../core/archive/files/verify/verify-folder.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'

/** Checks every recording below a folder: size and SHA-256 against its metadata file, and its pictures. Needs no service. */
export const verify = async ({ out, stop }: Context, folder: string): Promise<number> => {
  let count = 0
  const checked = await verifyFolder(
    resolve(folder),
    ({ name, check, sidecar, message }) => {
      count += 1
      out.record({
        file: name,
        check,
        session: sidecar?.session.id ?? null,
        sha256: sidecar?.file.sha256 ?? null,
        message,
      })
      out.line(`${check.padEnd(10)}  ${name}${message === null ? '' : `: ${message}`}`)
      out.progress(`${count} checked`)
    },
    stop.signal,
  )
  out.progress(null)
  if (!checked.ok) return out.problem(checked.problem)
  const { sound, damaged, missing, altered, unknown, unfinished } = checked.value
  out.note(
    `${sound} valid, ${damaged > 0 ? `${damaged} damaged, ` : ''}${altered} changed, ${missing} missing, ${unknown} without a metadata file, ${unfinished} incomplete.`,
  )
  return damaged + altered + missing + unknown > 0 ? EXIT.notSound : EXIT.ok
}
