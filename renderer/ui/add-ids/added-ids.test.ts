import { expect, it } from 'vitest'
import { addedSentence, MAX_TEXT, notText, refusal, textOf, usableText } from './added-ids.ts'

const file = (name: string, type = '', size = 100) => ({ name, type, size })

it('takes text, CSV and JSON by name or type', () => {
  expect(
    refusal([file('ids.txt'), file('export.CSV', 'application/vnd.ms-excel'), file('a.json'), file('ids')], 'session'),
  ).toBeNull()
  expect(refusal([file('weird.bin', 'text/plain')], 'session')).toBeNull()
})

it('names the file it cannot take', () => {
  expect(refusal([file('ids.txt'), file('shot.png', 'image/png')], 'session')).toMatch(/^shot\.png cannot/)
  expect(refusal([file('a.png', 'image/png'), file('b.mp4', 'video/mp4')], 'session')).toMatch(/^a\.png and 1 more/)
})

it('refuses more than the operation takes, all files together', () => {
  expect(refusal([file('a.txt', '', 6_000_000), file('b.txt', '', 6_000_000)], 'session')).toMatch(/10 MB/)
})

it('tells in plain words what came of it', () => {
  expect(addedSentence({ added: 1, known: 0, unusable: 0, examples: [] }, 'session')).toBe('Added 1 session.')
  expect(addedSentence({ added: 1_200, known: 1, unusable: 4, examples: ['a b', 'c d', 'e'] }, 'session')).toBe(
    "Added 1,200 sessions. 1 was already there. 4 entries aren't ids: “a b”, “c d”, “e”, ….",
  )
  expect(addedSentence({ added: 0, known: 1, unusable: 0, examples: [] }, 'session')).toBe(
    'This session is already in the list.',
  )
  expect(addedSentence({ added: 0, known: 7, unusable: 1, examples: ['a b'] }, 'session')).toBe(
    "All 7 are already in the list. 1 entry isn't an id: “a b”.",
  )
  expect(addedSentence({ added: 0, known: 0, unusable: 1, examples: ['buy milk'] }, 'session')).toBe(
    "No session ids found in the text. 1 entry isn't an id: “buy milk”.",
  )
})

it('names profiles where ids are of profiles', () => {
  expect(addedSentence({ added: 2, known: 0, unusable: 0, examples: [] }, 'profile')).toBe('Added 2 profiles.')
  expect(refusal([file('shot.png', 'image/png')], 'profile')).toMatch(/with profile ids\.$/)
})

it('does not send nothing, nor more than may be sent', () => {
  expect(usableText('  \n ')).toBeNull()
  expect(usableText(' a\n')).toBe('a')
  expect(usableText('x'.repeat(MAX_TEXT + 1))).toBeNull()
})

it.each([
  ['UTF-8', [0x6b, 0x37], 'k7'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x6b, 0x37], 'k7'],
  ['UTF-16LE of PowerShell', [0xff, 0xfe, 0x6b, 0, 0x37, 0, 0x0d, 0, 0x0a, 0], 'k7\r\n'],
  ['UTF-16BE', [0xfe, 0xff, 0, 0x6b, 0, 0x37], 'k7'],
  ['Latin-1', [0x6b, 0xfc], null],
])('H02: reads a dropped file in %s', async (_name, bytes, text) => {
  expect(await textOf(new Blob([Uint8Array.from(bytes)]))).toBe(text)
  expect(notText(file('ids.txt'))).toMatch(/^ids\.txt isn't text/)
})
