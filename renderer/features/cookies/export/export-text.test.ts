import { describe, expect, it } from 'vitest'
import type { ExportPreview } from '../../../../electron/contract/models/cookie-models.ts'
import { copiedText, lossesOf, savedText, saveLabel, spoilsText } from './export-text.ts'

const preview: ExportPreview = {
  fileName: 'cookies.txt',
  count: 1_204,
  leftOut: [{ reason: 'Expired at the last update.', count: 23, names: ['trial_banner', ''] }],
  lost: [{ field: 'partition', reason: 'The file has no column for it.', count: 1, names: ['embed_chat'] }],
  refused: { count: 0, fails: 0 },
  text: '',
  bytes: 0,
}

describe('words of an export', () => {
  it('names the act and what it acts on', () => {
    expect(saveLabel(preview)).toBe('Save 1,204 cookies')
    expect(saveLabel({ ...preview, count: 1 })).toBe('Save 1 cookie')
    expect(saveLabel({ ...preview, count: 0 })).toBe('Nothing to save')
    expect(saveLabel(undefined)).toBe('Save')
  })

  it('C08: counts and names what is left out and what cannot be said', () => {
    expect(lossesOf(preview)).toEqual([
      {
        kind: 'out',
        title: '23 cookies left out.',
        reason: 'Expired at the last update.',
        names: 'trial_banner, (no name) and 21 more',
      },
      {
        kind: 'lost',
        title: 'partition (1 cookie).',
        reason: 'The file has no column for it.',
        names: 'embed_chat',
      },
    ])
  })

  it('C09: says what one refused cookie does to a storageState', () => {
    expect(spoilsText(0)).toBeNull()
    expect(spoilsText(1)).toBe('Playwright rejects a file with one of them.')
    expect(spoilsText(1_200)).toBe('Playwright rejects a file with 1,200 of them.')
  })

  it('says afterwards what was done, and that a copy does not stay', () => {
    expect(savedText(12, 'portal.txt')).toBe('Saved 12 cookies in portal.txt.')
    expect(copiedText(2, 'header')).toBe('Copied 2 cookies as a Cookie header. The clipboard is cleared in 30 s.')
  })
})
