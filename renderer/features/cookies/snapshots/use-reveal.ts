import { useEffect, useState } from 'react'
import { REVEAL_MS } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { ComparedCookie, CookieSide } from '../../../../electron/contract/models/cookie-models.ts'
import { ask, problemOf } from '../../../bridge.ts'

/** One side of a change: where its value is, and the cookie as it was. */
export type SideOfChange = { side: CookieSide; row: ComparedCookie | null }

/** What is known of a value: nothing shown, the value, or why there is none. */
export type Shown = { kind: 'masked' } | { kind: 'value'; value: string } | { kind: 'none'; why: string }

const MASKED: Shown = { kind: 'masked' }
const isValue = ({ kind }: Shown): boolean => kind === 'value'
const NOT_THERE: Shown = { kind: 'none', why: 'Not present.' }

const readValue = async ({ side, row }: SideOfChange): Promise<Shown> => {
  if (!row) return NOT_THERE
  try {
    const { readId, hasValues } = await ask('snapshots.sideCookie', { side, id: row.id })
    if (!hasValues) return { kind: 'none', why: 'Only a hash was saved.' }
    const { values } = await ask('cookies.reveal', { readId, ids: [row.id] })
    const [first] = values
    return first ? { kind: 'value', value: first.value } : { kind: 'none', why: 'No longer available.' }
  } catch (error) {
    return { kind: 'none', why: problemOf(error).message }
  }
}

/** The values of both sides of a change: on demand, for at most a minute, and never in a hidden window. */
export const useReveal = (before: SideOfChange, after: SideOfChange) => {
  const [shown, setShown] = useState<{ before: Shown; after: Shown } | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!shown) return
    const mask = () => setShown(null)
    const onHidden = () => {
      if (document.hidden) mask()
    }
    const timer = setTimeout(mask, REVEAL_MS)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [shown])
  const reveal = async () => {
    setBusy(true)
    const [old, now] = await Promise.all([readValue(before), readValue(after)])
    setBusy(false)
    if (!document.hidden) setShown({ before: old, after: now })
  }
  return {
    before: shown?.before ?? (before.row ? MASKED : NOT_THERE),
    after: shown?.after ?? (after.row ? MASKED : NOT_THERE),
    /** `none`: both were asked for, and there is nothing to show. */
    state: shown === null ? 'masked' : [shown.before, shown.after].some(isValue) ? 'revealed' : 'none',
    busy,
    reveal,
    mask: () => setShown(null),
  }
}
