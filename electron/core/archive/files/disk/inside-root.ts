import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Fail, fail, ok, type Result } from '../../../../contract/result.ts'
import { diskProblem, isMissing } from './disk-problems.ts'

/** The refusal itself, distinguished from what the disk refuses. */
export const outside: Fail = fail('storage', 'This file is not inside the archive folder.', {
  next: 'Remove the entry and archive the recording again.',
})

/** By the rules of every system, whichever runs: what is a path on one of them is no name here. */
const isRelativeName = (name: string): boolean =>
  name !== '' &&
  !/^[/\\]|^[A-Za-z]:|\0/.test(name) &&
  name.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..')

const contains = (root: string, path: string): boolean => {
  const rest = relative(root, path)
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !/^([/\\]|[A-Za-z]:)/.test(rest)
}

/** The real path; of what is not there yet, the real path of its folder. Null for a link that leads nowhere. */
const realOf = async (root: string, name: string): Promise<string | null> => {
  const parts = name.split(/[/\\]/)
  let path = root
  for (const [index, part] of parts.entries()) {
    const next = join(path, part)
    try {
      path = await realpath(next)
    } catch (error) {
      if (!isMissing(error)) throw error
      const link = await lstat(next).catch(() => null)
      return link === null ? join(path, ...parts.slice(index)) : null
    }
    if (!contains(root, path)) return null
  }
  return path
}

/**
 * The real path of a name inside the root; the file itself may be missing. Refuses with `storage` what leads
 * out of it: absolute names, `..`, and links, also those that lead nowhere (D17).
 */
export const insideRoot = async (root: string, name: string): Promise<Result<string>> => {
  if (!isRelativeName(name)) return outside
  try {
    const realRoot = await realpath(root)
    const path = await realOf(realRoot, name)
    return path !== null && contains(realRoot, path) ? ok(path) : outside
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return outside
    return diskProblem(error)
  }
}
