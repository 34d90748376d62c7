import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A protection that is removed once: `find` occurs exactly once in `file`, and the named test fails with `replace`. */
export type Mutant = {
  /** Unique, lower case, words joined by `-`. */
  name: string
  file: string
  find: string
  replace: string
  /** The title as it is written in the test file, placeholders included. */
  test: { file: string; title: string }
}

const root = join(import.meta.dirname, '../../..')

/** The text of a file of the repository, by its path from the root. */
export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The text with the protection removed; throws when the text to replace is missing, repeated or the same. */
export const applied = ({ name, file, find, replace }: Mutant, text: string): string => {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${name}: ${file} holds the text to replace ${parts.length - 1} times`)
  if (find === replace) throw new Error(`${name} changes nothing`)
  return parts.join(replace)
}
