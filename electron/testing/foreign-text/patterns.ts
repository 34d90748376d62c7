import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../../..')

export type Pattern = { file: string; line: number; source: string; flags: string }
/** Patterns as written, and the places that build one from text at run time. */
export type Found = { patterns: Pattern[]; built: { file: string; text: string }[] }

type Node = { type?: string; start?: number; end?: number; regex?: { pattern: string; flags: string } } & Record<
  string,
  unknown
>

const walk = (value: unknown, see: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const one of value) walk(one, see)
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node
    if (typeof node.type === 'string') see(node)
    for (const [key, inner] of Object.entries(node)) if (key !== 'regex') walk(inner, see)
  }
}

/** The regular expressions of one program text. */
export const patternsIn = (file: string, text: string): Found => {
  const { program, errors } = parseSync(file, text, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be read`)
  const found: Found = { patterns: [], built: [] }
  walk(program, (node) => {
    const at = node.start ?? 0
    if (node.regex) {
      const line = text.slice(0, at).split('\n').length
      found.patterns.push({ file, line, source: node.regex.pattern, flags: node.regex.flags })
    }
    const callee = (node.callee ?? {}) as Node
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee.name === 'RegExp') {
      found.built.push({ file, text: text.slice(at, node.end ?? at) })
    }
  })
  return found
}

/** Code that runs in a test or makes the sample's data sees nothing foreign. */
const isOurs = (file: string): boolean => /\.test\.ts$|(?:^|\/)(?:testing|sample)\/|\/test-[a-z-]+\.ts$/.test(file)

/** Every regular expression of core, contract, command line and shell. */
export const allPatterns = (): Found => {
  const all: Found = { patterns: [], built: [] }
  for (const zone of ['electron/core', 'electron/contract', 'electron/cli', 'electron/shell']) {
    for (const entry of readdirSync(join(root, zone), { recursive: true, encoding: 'utf8' })) {
      const file = relative(root, join(root, zone, entry)).replaceAll('\\', '/')
      if (!file.endsWith('.ts') || isOurs(file)) continue
      const { patterns, built } = patternsIn(file, readFileSync(join(root, file), 'utf8'))
      all.patterns.push(...patterns)
      all.built.push(...built)
    }
  }
  return all
}
