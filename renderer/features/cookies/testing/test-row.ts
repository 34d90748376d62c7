import type { CookieFlag, CookieRow } from '../../../../electron/contract/models/cookie-models.ts'

/** A harmless cookie for tests; `change` says what is special about it. */
export const testRow = (id: string, change: Partial<CookieRow> = {}): CookieRow => ({
  id,
  name: id,
  valueBytes: 8,
  sizeBytes: 8 + id.length,
  given: {
    domain: 'portal.northgate.example',
    path: '/',
    httpOnly: true,
    hostOnly: true,
    secure: true,
    session: true,
    sameSite: 'Lax',
    storeId: null,
    expirationDate: null,
    expires: -1,
    partitionKey: null,
  },
  host: 'portal.northgate.example',
  hostOnly: true,
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax',
  kind: 'session',
  expiresAt: null,
  expired: false,
  site: 'northgate.example',
  party: 'first',
  partition: null,
  flags: [],
  ...change,
})

export const testFlag = (code: CookieFlag['code'], severity: CookieFlag['severity']): CookieFlag => ({
  code,
  severity,
  message: `What ${code} means.`,
  source: 'RFC 6265bis, section 5.7',
})
