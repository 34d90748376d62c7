import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { exactBytes, formatDateTime } from '../../../ui/text/format-text.ts'
import { visibleText } from '../visible-text.ts'

/** One field of the contract: as the service gave it (null: not given), and what it means. */
export type FieldRow = { field: string; given: string | null; means: string }

const written = (value: string | number | boolean | null): string | null =>
  value === null ? null : typeof value === 'string' ? visibleText(value === '' ? '""' : value) : String(value)

const sameSiteMeans: Record<CookieRow['sameSite'], string> = {
  Strict: 'Sent only from pages of its own site',
  Lax: 'Also sent when a link leads here from another site',
  None: 'Sent from every site',
}

/** All 13 fields of the contract, in its order. `revealed`: the value is on screen above them. */
export const fieldRows = (row: CookieRow, revealed: boolean): FieldRow[] => {
  const { given } = row
  const host = visibleText(row.host)
  const ends =
    row.expiresAt === null
      ? 'Ends with the browser'
      : `${row.expired ? 'Expired' : 'Until'} ${formatDateTime(row.expiresAt)}`
  return [
    { field: 'name', given: written(row.name), means: row.name === '' ? 'A cookie without a name' : 'Its name' },
    { field: 'value', given: revealed ? 'shown above' : 'masked', means: exactBytes(row.valueBytes) },
    {
      field: 'domain',
      given: written(given.domain),
      means: row.hostOnly ? `${host} alone` : `${host} and every host below`,
    },
    { field: 'path', given: written(given.path), means: `${visibleText(row.path)} and every path below` },
    {
      field: 'httpOnly',
      given: written(given.httpOnly),
      means: row.httpOnly ? 'Scripts cannot read it' : 'Scripts can read it',
    },
    { field: 'expirationDate', given: written(given.expirationDate), means: ends },
    {
      field: 'hostOnly',
      given: written(given.hostOnly),
      means: row.hostOnly ? 'This host alone' : 'Hosts below as well',
    },
    { field: 'sameSite', given: written(given.sameSite), means: `${row.sameSite}: ${sameSiteMeans[row.sameSite]}` },
    {
      field: 'secure',
      given: written(given.secure),
      means: row.secure ? 'Sent over HTTPS alone' : 'Also sent over plain HTTP',
    },
    {
      field: 'session',
      given: written(given.session),
      means: row.kind === 'session' ? 'A session cookie' : 'A persistent cookie',
    },
    {
      field: 'storeId',
      given: written(given.storeId),
      means: given.storeId === null ? 'No store named' : 'The cookie store of the browser it came from',
    },
    { field: 'expires', given: written(given.expires), means: ends },
    {
      field: 'partitionKey',
      given: written(given.partitionKey),
      means: row.partition === null ? 'Not partitioned' : `Only under ${visibleText(row.partition)}`,
    },
  ]
}

/** Why a cookie counts as first or third party, as one sentence. */
export const partyText = (row: Pick<CookieRow, 'party' | 'site'>, domains: readonly string[]): string => {
  const site = visibleText(row.site)
  if (row.party === null) return 'Unknown: the profile names no sites that it keeps.'
  if (row.party === 'first') return `First party: the profile keeps ${site}.`
  const kept = domains.slice(0, 3).map(visibleText).join(', ')
  const more = domains.length > 3 ? ` and ${domains.length - 3} more` : ''
  return `Third party: the profile keeps ${kept}${more}, not ${site}.`
}
