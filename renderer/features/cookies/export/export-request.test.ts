import { describe, expect, it } from 'vitest'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { countExpired, firstScope, guessAddress, readAddress, requestOf } from './export-request.ts'

const row = (host: string, party: CookieRow['party'] = 'first'): CookieRow => ({ host, party }) as CookieRow

describe('what is preselected', () => {
  it('takes several selected rows, then what a filter leaves, then all', () => {
    expect(firstScope({ selected: ['a', 'b'], filtered: ['a'] })).toBe('selected')
    expect(firstScope({ selected: ['a'], filtered: ['a'] })).toBe('filtered')
    expect(firstScope({ selected: ['a'], filtered: null })).toBe('all')
    expect(firstScope({ selected: [], filtered: [] })).toBe('all')
  })
})

it('C05: counts what has expired by now, also since it was read', () => {
  const until = (expiresAt: number | null) => ({ expiresAt, expired: false }) as CookieRow
  expect(countExpired([until(null), until(10), until(11), until(9)], 10)).toBe(2)
})

describe('the address of a request', () => {
  it.each([
    ['https://a.example/path?q=1', 'https://a.example/path?q=1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['  portal.example/orders ', 'https://portal.example/orders'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    ['[::1]:8443', 'https://[::1]:8443/'],
  ])('%s is %s', (typed, url) => {
    expect(readAddress(typed)).toEqual({ url })
  })

  it.each([
    ['', /Enter the address/],
    ['two words', /such as https/],
    ['https://', /such as https/],
    ['ftp://a.example/', /http or https/],
    ['file:///etc/hosts', /such as https/],
    ['https://me:secret@a.example/', /Remove the user name/],
  ])('%s is refused with a sentence', (typed, sentence) => {
    const read = readAddress(typed)
    expect('problem' in read && read.problem).toMatch(sentence)
  })

  it('starts with the host of most cookies, not with a third party', () => {
    expect(guessAddress([row('ads.example', 'third'), row('ads.example', 'third'), row('a.example')])).toBe(
      'https://a.example/',
    )
    expect(guessAddress([row('b.example'), row('a.example'), row('a.example')])).toBe('https://a.example/')
    expect(guessAddress([row('ads.example', 'third')])).toBe('https://ads.example/')
    expect(guessAddress([])).toBe('')
  })
})

describe('the request', () => {
  const ids = { selected: ['2'], filtered: ['1', '2'] }
  const draft = {
    scope: 'filtered',
    format: 'netscape',
    address: 'a.example',
    includeExpired: false,
    keepRefused: true,
  } as const

  it('names the rows of its scope, and none for all', () => {
    expect(requestOf('r1', draft, ids)).toEqual({
      readId: 'r1',
      ids: ['1', '2'],
      format: 'netscape',
      url: null,
      includeExpired: false,
    })
    expect(requestOf('r1', { ...draft, scope: 'all' }, ids)?.ids).toBeNull()
    expect(requestOf('r1', { ...draft, scope: 'selected' }, ids)?.ids).toEqual(['2'])
  })

  it('has an address only where the format needs one, and waits for a right one', () => {
    expect(requestOf('r1', { ...draft, format: 'curl' }, ids)?.url).toBe('https://a.example/')
    expect(requestOf('r1', { ...draft, format: 'header', address: 'ftp://a.example' }, ids)).toBeNull()
  })
})
