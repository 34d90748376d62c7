import { expect, test } from 'vitest'
import { mutants } from './all-mutants.ts'
import { applied, readSource } from './mutant.ts'
import { titlePattern, titlesIn } from './test-titles.ts'

test('every protection of the list is still in its file, once, under a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const mutant of mutants) {
    expect(mutant.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(applied(mutant, readSource(mutant.file)), mutant.name).not.toBe(readSource(mutant.file))
  }
})

test('every test of the list is in its file', () => {
  const titles = new Map<string, string[]>()
  for (const { name, test: named } of mutants) {
    const known = titles.get(named.file) ?? titlesIn(readSource(named.file))
    titles.set(named.file, known)
    expect(known, `${name}: ${named.file}`).toContain(named.title)
  }
})

test('titles are read as they are written, and skipped or commented ones are none', () => {
  const source = `
    describe('group', () => {
      test('it\\'s one', () => {})
      // test('not this one', () => {})
      it.each([['a', 1], ['b(', 2]])('%s of %i', (a) => {})
      test.skip('skipped', () => {})
      test.runIf(x > 1)("conditional", () => {})
      test.each([
        [')('],
      ])(
        'rows: %j',
        { timeout: 1 },
        () => {})
    })`
  expect(titlesIn(source)).toEqual(['group', "it's one", '%s of %i', 'conditional', 'rows: %j'])
  expect(new RegExp(titlePattern('%s of %i')).test('b( of 2')).toBe(true)
  expect(new RegExp(titlePattern('50 %% (a+b)? $name')).test('50 % (a+b)? anna')).toBe(true)
  expect(() =>
    applied({ name: 'x', file: 'f', find: 'a', replace: 'b', test: { file: 't', title: 't' } }, 'aa'),
  ).toThrow('2 times')
})
