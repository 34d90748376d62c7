import type { CookieRead } from '../../../electron/contract/models/cookie-models.ts'
import { formatCount } from '../../ui/text/format-text.ts'
import { hasWarning, isRefused } from './table/row-mark.ts'

export const cookiesText = (count: number): string => (count === 1 ? '1 cookie' : `${formatCount(count)} cookies`)

const several = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** What a read came to: `12 cookies · 1 refused · 2 expired`; parts that are none are left out. */
export const readCounts = (read: Pick<CookieRead, 'rows' | 'skipped'>): string => {
  const count = (test: (row: CookieRead['rows'][number]) => boolean) => read.rows.filter(test).length
  const refused = count(isRefused)
  const expired = count((row) => row.expired)
  const warned = count(hasWarning)
  return [
    several(read.rows.length, 'cookie'),
    refused > 0 ? `${formatCount(refused)} refused` : '',
    expired > 0 ? `${formatCount(expired)} expired` : '',
    warned > 0 ? `${formatCount(warned)} with warnings` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

export const unreadableText = (skipped: number): string => `${several(skipped, 'record')} could not be read`
