import { expect, it } from 'vitest'
import { addedSentence, MAX_TEXT, refusal, usableText } from './dropped.ts'

const file = (name: string, type = '', size = 100) => ({ name, type, size })

it('takes text, CSV and JSON by name or type', () => {
  expect(
    refusal([file('ids.txt'), file('export.CSV', 'application/vnd.ms-excel'), file('a.json'), file('ids')]),
  ).toBeNull()
  expect(refusal([file('weird.bin', 'text/plain')])).toBeNull()
})

it('names the file it cannot take', () => {
  expect(refusal([file('ids.txt'), file('shot.png', 'image/png')])).toMatch(/^shot\.png cannot/)
  expect(refusal([file('a.png', 'image/png'), file('b.mp4', 'video/mp4')])).toMatch(/^a\.png and 1 more/)
})

it('refuses more than the operation takes, all files together', () => {
  expect(refusal([file('a.txt', '', 6_000_000), file('b.txt', '', 6_000_000)])).toMatch(/10 MB/)
})

it('tells in plain words what came of it', () => {
  expect(addedSentence({ added: 1, known: 0, unusable: 0 })).toBe('Added 1 session.')
  expect(addedSentence({ added: 1_200, known: 1, unusable: 2 })).toBe(
    'Added 1,200 sessions. 1 was there already. 2 entries were not an id.',
  )
  expect(addedSentence({ added: 0, known: 1, unusable: 0 })).toBe('This session is in the list already.')
  expect(addedSentence({ added: 0, known: 7, unusable: 1 })).toBe(
    'All 7 are in the list already. 1 entry was not an id.',
  )
  expect(addedSentence({ added: 0, known: 0, unusable: 9 })).toBe('No session id was found in that text.')
})

it('does not send nothing, nor more than may be sent', () => {
  expect(usableText('  \n ')).toBeNull()
  expect(usableText(' a\n')).toBe('a')
  expect(usableText('x'.repeat(MAX_TEXT + 1))).toBeNull()
})
