import { expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '../../../../electron/contract/constants/analysis-constants.ts'
import { columnsOf, makeSheet, sheetAsMarkdown } from './contact-sheet.ts'

const screen = (startMs: number, endMs: number) => ({ startMs, endMs, waitMs: 0, hash: '0'.repeat(16) })
const record = (screens: ReturnType<typeof screen>[]) => ({
  version: ANALYSIS_VERSION as typeof ANALYSIS_VERSION,
  durationMs: 662_000,
  activity: { bucketMs: 331, share: [] },
  still: [{ startMs: 100_000, endMs: 628_000 }],
  screens,
  screensOmitted: 0,
  loops: [],
  frozenEnd: null,
})
const picture = async () => new Blob([new Uint8Array([1, 2, 3])], { type: 'image/webp' })

test('the Markdown names each screen with its time, and holds its images at the end', async () => {
  const sheet = await makeSheet(record([screen(0, 61_000), screen(61_000, 62_000)]), 'Build [the]\n# ledger', picture)
  expect(await sheetAsMarkdown(sheet)).toBe(
    `# Build \\[the\\] \\# ledger

11:02 long, 2:14 of activity, 2 screens

## 0:00 for 1:01

![Screen at 0:00][s1]

## 1:01 for 0:01

![Screen at 1:01][s2]

[s1]: data:image/webp;base64,AQID
[s2]: data:image/webp;base64,AQID
`,
  )
})

test('a screen without a picture keeps its place', async () => {
  const sheet = await makeSheet(record([screen(0, 5_000)]), 'One', async () => null)
  expect(await sheetAsMarkdown(sheet)).not.toContain('![')
  expect(sheet.screens).toHaveLength(1)
})

test('of very many screens those that stay longest are on the sheet, in order', async () => {
  const many = Array.from({ length: 300 }, (_, at) => screen(at * 2_000, at * 2_000 + (at % 2 === 0 ? 1_900 : 10)))
  const sheet = await makeSheet(record(many), 'Many', async () => null)
  expect(sheet.screens).toHaveLength(200)
  expect(sheet.subtitle).toContain('200 of 300 screens')
  expect(sheet.screens.map(({ startMs }) => startMs)).toEqual(
    sheet.screens.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
  )
  expect([1, 4, 9, 200].map(columnsOf)).toEqual([1, 2, 3, 8])
})
