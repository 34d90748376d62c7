import { expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

it('C09: a tab and a line end in a name can be seen', () => {
  expect(visibleText('n\tx\r\n')).toBe('n␉x␍␊')
  expect(visibleText('\u007f')).toBe('␡')
})

it('C16: letters of all languages, signs and markup stay as they are', () => {
  const plain = '2|1:0|u:x a%3Db%2F żółć🍪 <b>x</b> a;b'
  expect(visibleText(plain)).toBe(plain)
})

it('C16: marks that turn the writing round or have no width are named', () => {
  expect(visibleText('a\u202egnp.exe')).toBe('a⟨U+202E⟩gnp.exe')
  expect(visibleText('a\u200bb')).toBe('a⟨U+200B⟩b')
})
