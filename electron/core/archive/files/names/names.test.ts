import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STEM_BYTES, safeStem } from '../../../base/safe-name.ts'
import type { NameFacts } from '../../archive-types.ts'
import { temporaryFolder } from '../testing/temporary-files.ts'
import { nameFrom } from './name-template.ts'
import { filesOf, nameKey } from './recording-files.ts'

let at: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  at = await temporaryFolder()
})
afterAll(() => at.remove())

const facts = (some: Partial<NameFacts> = {}): NameFacts => ({
  sessionId: 'ses_1',
  title: 'Invoices',
  accountLabel: 'Main',
  status: 'closed',
  createdAt: new Date(2026, 0, 2, 3, 4, 5).getTime(),
  ...some,
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        ...['.', ' ', '..', '/', '\\', ':', 'CON', 'nul', 'COM¹', '.mp4', '.part', '.json', '\u0000', '\n', '\u200b'],
        ...[
          '\u202e',
          '\u2066',
          '\ufeff',
          '\ud800',
          '\udc00',
          'e',
          '\u0301',
          '👩‍👧',
          '\u200d',
          '\ufe0f',
          '𝔵',
          'ß',
          '~',
          '_',
        ],
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
)

const bytes = (text: string): number => Buffer.byteLength(text)

test('replaces every placeholder once and keeps unknown ones', () => {
  expect(nameFrom('{date} {time} {title} {session} {account} {status}', facts())).toBe(
    '2026-01-02 03-04-05 Invoices ses_1 Main closed.mp4',
  )
  expect(nameFrom('{title} {what}', facts({ title: '{session}' }))).toBe('{session} {what}.mp4')
  expect(nameFrom('{title}.mp4', facts())).toBe('Invoices.mp4')
  expect(nameFrom('{date}-{title}', facts({ title: null }))).toBe('2026-01-02.mp4')
  expect(nameFrom('{date} {title} {session}', facts({ title: null, createdAt: null }))).toBe('ses_1.mp4')
  expect(nameFrom('{title}', facts({ title: null }))).toBe('recording.mp4')
})

test.each([
  ['CON', '_CON'],
  ['con .txt', '_con .txt'],
  ['nul.mp4', '_nul'],
  ['NUL.tar.gz', '_NUL.tar.gz'],
  ['COM¹', '_COM¹'],
  ['conin$', '_conin$'],
  ['console', 'console'],
  ['COM10', 'COM10'],
  ['COM0', 'COM0'],
  ['a:b?', 'a_b_'],
  ['<>:"/\\|?*', '_________'],
  ['x.', 'x'],
  ['x ', 'x'],
  ['x. . .', 'x'],
  ['.hidden', 'hidden'],
  ['\u202Egp4.exe', 'gp4.exe'],
  ['a\u2066b\u2069\u200e\u061c', 'ab'],
  ['a\u0000b\u001f\u007f\u0085', 'ab'],
  ['a\u200bb\u00adc\ufeff\u2028d', 'abc d'],
  ['\ud800x\udfff', '_x_'],
  ['e\u200b\u0301', 'é'],
  ['', 'recording'],
  ['.', 'recording'],
  ['..', 'recording'],
  ['\u202e\u200b ', 'recording'],
  ['👩‍👧 ❤️ ok', '👩‍👧 ❤️ ok'],
  ['a\u200db', 'ab'],
  ['-rf', '_-rf'],
  ['--output=x', '_--output=x'],
  ['\u200b. -x', '_-x'],
])('D15: %j becomes %j by the rules of Windows', (text, stem) => {
  expect(safeStem(text).replaceAll('\ufffd', '_')).toBe(stem)
})

test('D15: any text becomes a visible, lasting, harmless name; doing it twice changes nothing', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const stem = safeStem(text)
      expect(safeStem(stem)).toBe(stem)
      expect(stem).not.toBe('')
      expect(stem).toBe(stem.normalize('NFC'))
      expect(stem.isWellFormed()).toBe(true)
      expect(stem).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|\p{Bidi_Control}|[. ]$|^[. ]/u)
      expect(stem.replace(/\p{Extended_Pictographic}\ufe0f?\u200d?/gu, '')).not.toMatch(
        /[\u200b-\u200d\u2060-\u206f\ufeff]/,
      )
      expect(stem).not.toMatch(/^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i)
      expect(stem.startsWith('-')).toBe(false)
      expect(stem).not.toMatch(/\.(mp4|part)$/i)
      expect(bytes(stem)).toBeLessThanOrEqual(STEM_BYTES)
    }),
    { numRuns: 2_000 },
  )
})

test('D15, D16: names round trip on the real file system, with every file beside them', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (title, sessionId) => {
      const folder = join(at.folder, `run-${run++}`)
      await mkdir(folder)
      const name = nameFrom('{date} {title} {session}', facts({ title, sessionId }))
      const all = Object.values(filesOf(name)).flatMap((file) =>
        file.endsWith('.json') ? [file, `${file}.new`] : [file],
      )
      for (const file of all) {
        expect(bytes(file)).toBeLessThanOrEqual(255)
        await writeFile(join(folder, file), file)
      }
      expect((await readdir(folder)).sort()).toEqual([...all].sort())
      for (const file of all) expect(await readFile(join(folder, file), 'utf8')).toBe(file)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['80 cookies', '🍪'.repeat(80)],
  ['300 a', 'a'.repeat(300)],
  ['200 Cyrillic', 'ы'.repeat(200)],
  ['families', '👩‍👩‍👧‍👦'.repeat(40)],
  ['one endless grapheme', `a${'\u0301'.repeat(400)}`],
])('D16: a title of %s is cut on a border and stays distinct', (_what, head) => {
  const [one, two] = ['1', '2'].map((tail) => nameFrom('{date} {title} {session}', facts({ title: head + tail })))
  for (const name of [one ?? '', two ?? '']) {
    expect(bytes(filesOf(name).state)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^2026-01-02 .+~[0-9a-f]{8} ses_1\.mp4$/)
    expect(name.isWellFormed()).toBe(true)
  }
  expect(one).not.toBe(two)
  expect(
    [nameFrom('{title}', facts({ title: `${head}1` })), nameFrom('{title}', facts({ title: `${head}2` }))].map(nameKey),
  ).toSatisfy((keys: string[]) => keys[0] !== keys[1])
})

test('D16: an emoji family is never torn apart', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(
    safeStem(family.repeat(40))
      .replace(/~[0-9a-f]{8}$/, '')
      .replaceAll(family, ''),
  ).toBe('')
})

test.each(['../../../../x', '..\\..\\x', '%2e%2e%2fx', '/etc/x', 'C:\\x', 'a/b', 'x'.repeat(1_024)])(
  'D17: the session id %j is no path part',
  (sessionId) => {
    const name = nameFrom('{session}', facts({ sessionId }))
    expect(name).not.toMatch(/[/\\:]|^\.\./)
    expect(join(at.folder, name)).toBe(`${at.folder}/${name}`)
    expect(bytes(filesOf(name).state)).toBeLessThanOrEqual(255)
  },
)

test('D14: names that some file system takes for one have one key', () => {
  expect(nameKey('AbC.mp4')).toBe(nameKey('abc.MP4'))
  expect(nameKey('e\u0301')).toBe(nameKey('É'))
  expect(nameKey('straße')).toBe(nameKey('STRASSE'))
  expect(nameKey('a')).not.toBe(nameKey('b'))
})

test('D14: no title makes the files of two recordings meet', () => {
  const one = filesOf(nameFrom('{title}', facts({ title: 'x.y' })))
  const two = filesOf(nameFrom('{title}', facts({ title: 'x.y.mp4.part' })))
  expect(two).toEqual(one) // the same name, which the reservation keeps apart
})

test('a signature in a pasted title does not become a name', () => {
  const title = 'https://s3.example/x.mp4?X-Amz-Signature=5ec2e7'
  expect(nameFrom('{title}', facts({ title }))).not.toContain('5ec2e7')
})
