import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('scripts mean the same to cmd.exe and to a POSIX shell', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [name, script] of Object.entries(scripts)) {
    // Single quotes, variables, `;`, a variable before the command and the usual tools are known to one of them alone.
    expect(script, name).not.toMatch(/['`$;%]|(^|&& )(\w+=|rm |cp |mv |mkdir |cat |sh |bash |export |\.\/)/)
  }
})

test('a clone has the ends of lines that the formatter wants, also on Windows', () => {
  expect(read('.gitattributes')).toMatch(/^\* text=auto eol=lf$/m)
})

test('what specs and host open is a path, not the path of an address, which escapes spaces and has no drive', () => {
  const files = readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(host|specs|[\w-]+\.ts)/.test(file) && file.endsWith('.ts'))
    .map((file) => join('e2e', file))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => /new URL\([^()]*\)\.pathname/.test(read(file)))).toEqual([])
})
