import { expect, test } from 'vitest'
import listed from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const styles = Object.keys(import.meta.glob('../../node_modules/@mantine/core/styles/*.layer.css', { query: '?raw' }))

test('every component in use has its styles', () => {
  const used = new Set<string>()
  for (const text of Object.values(sources))
    for (const [, names = ''] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of names.split(',')) used.add(name.trim())
  const styled = [...used].filter((name) => styles.some((path) => path.endsWith(`/${name}.layer.css`)))
  expect(styled).toContain('Button')
  expect(styled.filter((name) => !listed.includes(`/styles/${name}.layer.css`))).toEqual([])
})
