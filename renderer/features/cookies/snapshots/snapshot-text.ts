import type { SignInHints, Snapshot } from '../../../../electron/contract/models/cookie-models.ts'
import { formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import { visibleText } from '../visible-text.ts'

/** `2026-11-28 10:14:03`, local; its zone and how long ago it was belong on hover. */
export const timeText = (at: number): string => formatDateTime(at).slice(0, 19)

/** A cookie may have no name, and one with signs that nobody would see. */
export const nameText = (name: string): string => (name === '' ? '(no name)' : visibleText(name))

/** How the values of a snapshot are kept, and what follows from it. */
export const valuesText = ({ values, reason }: Snapshot): { short: string; whole: string } =>
  values === 'encrypted'
    ? { short: 'Values encrypted', whole: 'The values are encrypted with a key in the keychain.' }
    : {
        short: 'Only hashes of the values',
        whole: [reason, 'The snapshot can be compared, but not exported or revealed.'].filter(Boolean).join(' '),
      }

export const markLabels = { in: 'Signed in', out: 'Signed out', unknown: 'Unknown' } as const
export type SignedInMark = keyof typeof markLabels

export const markOf = (signedIn: boolean | null): SignedInMark =>
  signedIn === null ? 'unknown' : signedIn ? 'in' : 'out'
export const signedInOf = (mark: SignedInMark): boolean | null => (mark === 'unknown' ? null : mark === 'in')

/** What is above or in the place of hints: how to get them, or what they rest on. */
export const hintsText = ({ signedIn, signedOut, unreadable, valuesCompared, hints }: SignInHints): string => {
  const marked = (count: number, word: string) =>
    `${formatCount(count)} ${count === 1 ? 'snapshot' : 'snapshots'} ${word}`
  const lost = unreadable > 0 ? ` ${marked(unreadable, 'cannot be opened')}.` : ''
  if (signedIn === 0 && signedOut === 0)
    return `Mark one snapshot as signed in and one as signed out. The cookies that make the difference then appear here.${lost}`
  if (signedOut === 0) return `${marked(signedIn, 'signed in')}. Mark one as signed out as well.${lost}`
  if (signedIn === 0) return `${marked(signedOut, 'signed out')}. Mark one as signed in as well.${lost}`
  const rests = `${marked(signedIn, 'signed in')}, ${formatCount(signedOut)} signed out`
  const limits = valuesCompared ? '' : ' Not all snapshots have values, so only presence is compared.'
  return `${hints.length === 0 ? `No cookies differ between (${rests}).` : `From ${rests}.`}${limits}${lost}`
}
