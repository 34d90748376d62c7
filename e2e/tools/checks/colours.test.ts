import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '../mutants/mutant.ts'

/** Every use of amber outside `renderer/ui`, with what it asks of a person. */
const ASKS: Record<string, string> = {
  'renderer/app/status/banner.module.css': 'sign in, or check the network: nothing works until then',
  'renderer/app/status/status-bar.module.css':
    'downloads that failed or cannot go on, a token that is not kept, signed out',
  'renderer/features/accounts/account-row.tsx': 'sign in',
  'renderer/features/archive/archive-state-text.ts': 'a copy with missing parts: keep it, or download it again',
  'renderer/features/archive/archive.module.css': 'read what the copy lacks or what was repaired in it',
  'renderer/features/cookies/details/details.module.css': 'read why a cookie may not behave as expected',
  'renderer/features/cookies/table/table.module.css': 'a cookie that may not behave, or expires soon: sign in again',
  'renderer/features/functions/functions.module.css': 'a draft that is not sent; a source changed by somebody else',
  'renderer/features/functions/strips.tsx': 'compare the sources and decide which one stays',
  'renderer/features/player/player.module.css': 'links that could not be renewed: retry before the picture ends',
  'renderer/features/player/status/lease-text.ts': 'links that expire and are not renewed',
}

const root = join(import.meta.dirname, '../../..')
const sources = readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name) && !/\.test\./.test(entry.name))
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  )

test('amber marks only what needs a person, each use with what it asks', () => {
  const found = sources.filter((file) => /--desk-attention|['"]attention['"]/.test(readSource(file)))
  expect(found.filter((file) => !file.startsWith('renderer/ui/')).sort()).toEqual(Object.keys(ASKS).sort())
})

test('every token that a style names is defined', () => {
  const tokens = readSource('renderer/ui/tokens.css')
  const named = sources.flatMap((file) =>
    [...readSource(file).matchAll(/var\((--desk-[\w-]+)(?![\w-]|\$)/g)].map(([, name]) => `${file}: ${name}`),
  )
  const defined = new Set(
    sources.flatMap((file) => [...readSource(file).matchAll(/(--desk-[\w-]+)['"]?\s*[:\]]/g)].map(([, name]) => name)),
  )
  expect(tokens).toContain('--desk-attention:')
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter((use) => !defined.has(use.slice(use.indexOf(': ') + 2)))).toEqual([])
})
