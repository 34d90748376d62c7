import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getHost } from '../state.ts'
import { record } from './recorded.ts'

type Tags = ReadonlyMap<string, readonly string[]>

/** A doc comment with a `@platform` tag, and the member that follows it; parameters are indented deeper. */
const TAGGED =
  /\n {4}\/\*\*(?:(?!\*\/)[\s\S])*?@platform ([\w,]+)(?:(?!\*\/)[\s\S])*?\*\/\n {4}(?:static |readonly )*(\w+)\??[(:]/g
/** Their tags belong to single events. */
const LISTENING = new Set(['on', 'off', 'once', 'addListener', 'removeListener'])

type Types = { text: string; starts: ReadonlyMap<string, number> }

let types: Types | null = null
const known = new Map<string, Tags>()

/** The file has 1.2 MB: searched once for where its types start, not once for each type that main uses. */
const readTypes = (): Types => {
  if (types) return types
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const text = readFileSync(join(folder, 'electron.d.ts'), 'utf8')
  const starts = new Map<string, number>()
  for (const { 1: name = '', index } of text.matchAll(/\n {2}(?:interface|class) (\w+)/g))
    if (!starts.has(name)) starts.set(name, index)
  types = { text, starts }
  return types
}

/** What stands between the braces of a type; empty for unknown names. */
const bodyOf = (name: string): string => {
  const { text, starts } = readTypes()
  const start = starts.get(name)
  return start === undefined ? '' : text.slice(text.indexOf('{', start) + 1, text.indexOf('\n  }\n', start))
}

/** Which members of an interface or class of Electron's own types are for some platforms only; empty for unknown names. */
export const platformTags = (name: string): Tags => {
  const found = known.get(name)
  if (found) return found
  const tags = new Map<string, string[]>()
  for (const [, platforms = '', member = ''] of bodyOf(name).matchAll(TAGGED))
    if (!LISTENING.has(member)) tags.set(member, platforms.split(','))
  known.set(name, tags)
  return tags
}

/** The set keys of `options` that Electron's types document for other platforms only. */
export const foreignKeys = (
  name: string,
  options: object,
  platform: NodeJS.Platform = process.platform,
): [key: string, platforms: string][] =>
  [...platformTags(name)]
    .filter(([key, platforms]) => Reflect.get(options, key) !== undefined && !platforms.includes(platform))
    .map(([key, platforms]) => [key, platforms.join(', ')])

/** Electron ignores an option of another platform without a word, or lacks the method. Specs expect none of these. */
export const recordForeign = (name: string, key: string, platforms: string): void => {
  if (getHost().recorded.some((entry) => entry.what === 'foreign' && entry.key === `${name}.${key}`)) return
  record('foreign', { key: `${name}.${key}`, platforms })
  console.error(`${name}.${key} is for ${platforms} only.`)
}

export const checkOptions = (name: string, options: object | undefined): void => {
  for (const [key, platforms] of foreignKeys(name, options ?? {})) recordForeign(name, key, platforms)
}
