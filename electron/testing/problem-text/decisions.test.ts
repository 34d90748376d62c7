import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { decisionsIn } from './decisions.ts'

const root = join(import.meta.dirname, '../../..')

/** Texts that decide because nothing else does, each with the reason. */
const ALLOWED: Record<string, string> = {
  'electron/core/account/keychain/keychain.ts: IS_UNREADABLE.test(text)':
    'the keychain library gives its errors no code',
  'electron/core/service/http/network-problem.ts: /redirect was cancelled/i.test(`${error.message} ${error.cause}`)':
    'Electron gives this error of its fetch no code (X07)',
  'electron/core/library/sessions/session-search.ts: columns.title[id]?.includes(plain)':
    'the search in titles of sessions',
  'electron/core/library/sessions/query/session-filter.ts: text?.includes(word)': 'the search of the command line',
  'electron/core/library/sessions/sessions-table.ts: index.columns.sessionId[row]': 'the number of the next row',
  'renderer/features/functions/function-text.ts: /\\bline (\\d{1,6})\\b/i.exec(message)':
    'the service names the line of a refused source only in its sentence',
}

const sources = ['electron', 'renderer'].flatMap((zone) =>
  readdirSync(join(root, zone), { recursive: true, encoding: 'utf8' })
    .map((entry) => relative(root, join(root, zone, entry)).replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/test-/.test(file)),
)

test('no decision reads the words of a message, title, next step or warning', { timeout: 60_000 }, () => {
  const found = sources.flatMap((file) => decisionsIn(file, readFileSync(join(root, file), 'utf8')))
  const lines = found.map(({ file, code }) => `${file}: ${code}`)
  expect(sources.length).toBeGreaterThan(300)
  expect(lines.filter((line) => !(line in ALLOWED))).toEqual([])
  expect(Object.keys(ALLOWED).filter((line) => !lines.includes(line))).toEqual([])
})

test.each([
  'const f = (p) => /incomplete/.test(p.message)',
  'const f = ({ problem }) => problem?.message.startsWith("No space")',
  'const f = ({ code, message }) => code === "storage" && message.startsWith("No space")',
  'const f = ({ message: words }) => words.toLowerCase().includes("full")',
  'const f = ({ problem: { next = "" } }) => next === "Sign in again."',
  'const f = (p) => { const words = p.message; const low = words.trim(); return low === other }',
  'const f = (p) => { let words; words = p.title; switch (words) { case "x": return 1 } }',
  'const f = (list) => list.warnings.filter((line) => !line.includes("are missing"))',
  `const f = (p) => REPEATED.test(\`\${p.message} \${p.details}\`)`,
  'const f = (p) => KNOWN.has(p.title) || TABLE[p.message]',
  'const isFull = (text) => text.includes("full")\nconst f = (p) => isFull(p.message)',
  'const f = (p) => p["message"].match(/x/) !== null',
])('sees the decision in %s', (text) => {
  expect(decisionsIn('planted.ts', text)).not.toEqual([])
})

test.each([
  'const f = (p) => p.code === "storage" && p.next !== undefined && p.message !== ""',
  'const f = (p) => [p.message, p.next].filter(Boolean).join(" ")',
  'const f = (list) => list.next().value === "x" || list.messages.includes("x")',
])('lets pass what reads no words: %s', (text) => {
  expect(decisionsIn('planted.ts', text)).toEqual([])
})
