import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { exactBytes, formatDateTime } from '../../../ui/text/format-text.ts'
import { visibleText } from '../visible-text.ts'

/** One field of the contract: as the service gave it (null: not given), and what it means. */
export type FieldRow = { field: string; given: string | null; means: string }

const written = (value: string | number | boolean | null): string | null =>
  value === null ? null : typeof value === 'string' ? visibleText(value === '' ? '""' : value) : String(value)

const sameSiteMeans: Record<CookieRow['sameSite'], string> = {
  Strict: 'Sent only from pages of the same site',
  Lax: 'Also sent when a link from another site leads here',
  None: 'Sent from all sites',
}

/** All 13 fields of the contract, in its order. `revealed`: the value is on screen above them. */
export const fieldRows = (row: CookieRow, revealed: boolean): FieldRow[] => {
  const { given } = row
  const host = visibleText(row.host)
  const ends =
    row.expiresAt === null
      ? 'Until the browser closes'
      : `${row.expired ? 'Expired' : 'Until'} ${formatDateTime(row.expiresAt)}`
  return [
    {
      field: 'name',
      given: written(row.name),
      means: row.name === '' ? 'A cookie without a name' : 'Name of the cookie',
    },
    { field: 'value', given: revealed ? 'shown above' : 'masked', means: exactBytes(row.valueBytes) },
    {
      field: 'domain',
      given: written(given.domain),
      means: row.hostOnly ? `Only ${host}` : `${host} and its subdomains`,
    },
    { field: 'path', given: written(given.path), means: `${visibleText(row.path)} and all paths below` },
    {
      field: 'httpOnly',
      given: written(given.httpOnly),
      means: row.httpOnly ? 'Scripts cannot read it' : 'Scripts can read it',
    },
    { field: 'expirationDate', given: written(given.expirationDate), means: ends },
    {
      field: 'hostOnly',
      given: written(given.hostOnly),
      means: row.hostOnly ? 'Only this host' : 'Subdomains too',
    },
    { field: 'sameSite', given: written(given.sameSite), means: `${row.sameSite}: ${sameSiteMeans[row.sameSite]}` },
    {
      field: 'secure',
      given: written(given.secure),
      means: row.secure ? 'Sent only over HTTPS' : 'Also sent over plain HTTP',
    },
    {
      field: 'session',
      given: written(given.session),
      means: row.kind === 'session' ? 'A session cookie' : 'A persistent cookie',
    },
    {
      field: 'storeId',
      given: written(given.storeId),
      means: given.storeId === null ? 'No store given' : 'The cookie store of the browser it came from',
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
  if (row.party === null) return 'Unknown: the profile lists no sites.'
  if (row.party === 'first') return `First party: ${site} is a site of the profile.`
  const kept = domains.slice(0, 3).map(visibleText).join(', ')
  const more = domains.length > 3 ? ` and ${domains.length - 3} more` : ''
  return `Third party: the sites of the profile are ${kept}${more}, not ${site}.`
}
