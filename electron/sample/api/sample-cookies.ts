const DAY = 86_400_000

export type SampleProfile = { id: string; name: string | null; createdAt: number; updatedAt: number; domains: string[] }

/** Three profiles: one full of instructive cookies, one small, one without name and cookies. */
export const sampleProfiles = (startedAt: number): SampleProfile[] => [
  {
    id: 'profile-supplier-portal',
    name: 'Supplier portal',
    createdAt: startedAt - 41 * DAY,
    updatedAt: startedAt - 7_200_000,
    domains: ['northgate.example', 'metrics.example'],
  },
  {
    id: 'profile-ticket-desk',
    name: 'Ticket desk',
    createdAt: startedAt - 12 * DAY,
    updatedAt: startedAt - DAY,
    domains: ['harbour.example'],
  },
  { id: 'profile-3f0c9a', name: null, createdAt: startedAt - 2 * DAY, updatedAt: startedAt - 2 * DAY, domains: [] },
]

type SampleCookie = {
  name: string
  value: string
  domain: string
  path: string
  httpOnly: boolean
  expirationDate: number | null
  hostOnly: boolean | null
  sameSite: string | null
  secure: boolean
  session: boolean | null
  storeId: string | null
  expires: number | null
  partitionKey: string | null
}

const cookie = (
  name: string,
  value: string,
  domain: string,
  days: number | null,
  rest: Partial<SampleCookie>,
  at: number,
): SampleCookie => {
  const expires = days === null ? null : (at + days * DAY) / 1000 + 0.286
  return {
    name,
    value,
    domain,
    path: '/',
    httpOnly: false,
    expirationDate: expires,
    hostOnly: !domain.startsWith('.'),
    sameSite: 'Lax',
    secure: true,
    session: days === null,
    storeId: null,
    expires: expires ?? -1,
    partitionKey: null,
    ...rest,
  }
}

/**
 * Cookies of a sample profile: each of the first list shows something a reader must get right. `visits` counts what the
 * agent did on the portal since: its token is rotated and lasts longer each time, and the cart comes and goes.
 */
export const sampleCookies = (profileId: string, at: number, visits: number): SampleCookie[] => {
  if (profileId === 'profile-ticket-desk') {
    return [
      cookie('desk_session', 'b7c1d0f2a4e84a0f', 'desk.harbour.example', null, { httpOnly: true }, at),
      cookie('theme', 'dark', '.harbour.example', 200, { sameSite: null, secure: false, hostOnly: null }, at),
    ]
  }
  if (profileId !== 'profile-supplier-portal') return []
  const portal = 'portal.northgate.example'
  return [
    cookie('__Host-session', 's3.5f0e71c94d.8a', portal, null, { httpOnly: true, sameSite: 'Strict' }, at),
    cookie(
      '__Secure-refresh',
      `r${1 + visits}%7C4b7e%7C${9_920 + visits}`,
      '.northgate.example',
      30 + visits,
      { httpOnly: true },
      at,
    ),
    cookie('remember_device', '2|1:0|10:1481663791|u:x', portal, 180, { httpOnly: true }, at),
    cookie('csrf', 'a%3Db%2F', portal, null, { sameSite: 'Strict', session: null, hostOnly: null }, at),
    ...(visits % 2 === 0
      ? [cookie('cart', '{"items":3,"note":"żółć 🍪"}', portal, 7, { path: '/orders' }, at)]
      : [cookie('last_order', 'NG-2209', portal, null, { path: '/orders' }, at)]),
    cookie('locale', 'en-GB', '.northgate.example', 365, { secure: false }, at),
    // A browser refuses this one: SameSite=None without Secure.
    cookie('embed', '1', 'widget.northgate.example', 90, { sameSite: 'None', secure: false }, at),
    cookie(
      'embed_chat',
      'c-4471',
      '.chat.example',
      14,
      { sameSite: 'None', partitionKey: 'https://northgate.example' },
      at,
    ),
    // The same name on another partition is another cookie.
    cookie('embed_chat', 'c-9020', '.chat.example', 14, { sameSite: 'None' }, at),
    cookie('_visits', String(41 + visits), '.metrics.example', 400, { sameSite: 'no_restriction', storeId: '0' }, at),
    cookie('trial_banner', 'seen', portal, -3, {}, at),
    cookie('empty', '', portal, 1, {}, at),
  ]
}
