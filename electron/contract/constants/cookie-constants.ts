/** Words of cookies without zod, so that the page can use them at run time. */
export const sameSiteValues = ['Strict', 'Lax', 'None'] as const
export type SameSite = (typeof sameSiteValues)[number]

/** Fields of a cookie record that the contract names (docs/service-contract.md, Resources). */
export const cookieFields = [
  'name',
  'value',
  'domain',
  'path',
  'httpOnly',
  'expirationDate',
  'hostOnly',
  'sameSite',
  'secure',
  'session',
  'storeId',
  'expires',
  'partitionKey',
] as const

/** `refused`: no browser keeps or sends it; `warning`: something will surprise; `note`: good to know. */
export const flagSeverities = ['refused', 'warning', 'note'] as const

/** Everything the table can explain about one cookie; each has a test (edge cases, group 5). */
export const cookieFlagCodes = [
  'expired',
  'expires-soon',
  'expiry-converted',
  'expiry-negative',
  'expiry-contradiction',
  'expiry-beyond-limit',
  'none-without-secure',
  'host-prefix-broken',
  'secure-prefix-broken',
  'prefix-case',
  'host-only-contradiction',
  'domain-is-public-suffix',
  'domain-invalid',
  'same-site-unknown',
  'same-site-default',
  'partition-without-secure',
  'partition-invalid',
  'too-large',
  'attribute-too-large',
  'control-characters',
  'unusual-characters',
  'nameless',
  'path-invalid',
  'field-invalid',
] as const
export type CookieFlagCode = (typeof cookieFlagCodes)[number]

export const exportFormats = ['netscape', 'json', 'storage-state', 'header', 'curl'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const changeKinds = ['appeared', 'vanished', 'rotated', 'extended', 'shortened', 'attributes'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A copied value leaves the clipboard after this, unless something else was copied meanwhile. Milliseconds. */
export const CLIPBOARD_MS = 30_000
/** Revealed values are masked again after this. Milliseconds. */
export const REVEAL_MS = 60_000
