import type { ArrivedLink } from '../../../electron/contract/events.ts'

/** Links that open by themselves within the time below; anyone who clicks link after link stays under it. */
const MOST_AT_ONCE = 5
const WITHIN_MS = 60_000

/**
 * Decides whether a link that arrived may open by itself. One that leads into another account, and more of them than a
 * person clicks, are offered instead: opening switches accounts and adds a row for a session that is not in the list.
 * `now`: ms of any steady clock.
 */
export const createLinkRate = () => {
  let opened: number[] = []
  return (link: Pick<ArrivedLink, 'account'>, now: number): 'open' | 'ask' => {
    opened = opened.filter((at) => now - at < WITHIN_MS)
    if ((link.account !== null && !link.account.active) || opened.length >= MOST_AT_ONCE) return 'ask'
    opened.push(now)
    return 'open'
  }
}
