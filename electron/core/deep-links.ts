import type { Account } from '../contract/models/account-models.ts'
import { sessionIdModel } from '../contract/models/session-models.ts'
import { fail, ok, type Result } from '../contract/result.ts'

export const LINK_SCHEME = 'replaydesk'

/** `account`: id or label of an account; `label`: its label, for a machine where the id is another one. */
export type SessionLink = { sessionId: string; atMs: number | null; account: string | null; label: string | null }

/** `replaydesk://session/<id>?t=12.3&account=<id>&label=<label>`: t in seconds of video time. */
export const formatLink = ({ sessionId, atMs, account, label }: SessionLink): string => {
  const query = [
    ...(atMs === null ? [] : [`t=${(atMs / 1_000).toFixed(1)}`]),
    ...(account === null ? [] : [`account=${encodeURIComponent(account)}`]),
    ...(label === null ? [] : [`label=${encodeURIComponent(label)}`]),
  ].join('&')
  return `${LINK_SCHEME}://session/${encodeURIComponent(sessionId)}${query ? `?${query}` : ''}`
}

/** Null for anything that is not one of our links; a bad time is left out, not fatal (V06). */
export const parseLink = (text: string): SessionLink | null => {
  const match = /^replaydesk:\/\/session\/([^/?#]+)\/?(?:\?([^#]*))?$/i.exec(text.trim())
  if (!match) return null
  try {
    const sessionId = sessionIdModel.safeParse(decodeURIComponent(match[1] ?? ''))
    if (!sessionId.success) return null
    const query = new URLSearchParams(match[2] ?? '')
    const seconds = Number(query.get('t') || Number.NaN)
    return {
      sessionId: sessionId.data,
      atMs: Number.isFinite(seconds) && seconds >= 0 && seconds < 1e7 ? Math.round(seconds * 1_000) : null,
      account: query.get('account') || null,
      label: query.get('label') || null,
    }
  } catch {
    return null
  }
}

/** The link among start arguments, as Windows and Linux hand it over. */
export const linkIn = (argv: string[]): SessionLink | null => argv.map(parseLink).find((link) => link !== null) ?? null

type Known = Pick<Account, 'id' | 'label' | 'active'>

/**
 * The account that a link means: by its id, else by a label that one account alone has. Null: the link names none, and
 * none is in use. An account that is not here is a problem, never another account (L04).
 */
export const accountOfLink = <A extends Known>(
  { account, label }: Pick<SessionLink, 'account' | 'label'>,
  accounts: readonly A[],
): Result<A | null> => {
  if (account === null && label === null) return ok(accounts.find(({ active }) => active) ?? null)
  const byId = accounts.find(({ id }) => id === account)
  if (byId) return ok(byId)
  for (const name of [account, label]) {
    const [only, ...others] = accounts.filter((known) => known.label === name)
    if (only && others.length === 0) return ok(only)
    if (only) {
      return fail('invalid-input', `Several accounts are named “${name}”.`, {
        next: 'Switch to the right account, then add the session id to its list.',
      })
    }
  }
  return fail('not-found', `There is no account named “${label ?? account}”.`, {
    next: 'Connect the account, then open the link again.',
  })
}
