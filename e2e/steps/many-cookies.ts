const WORDS = ['session', 'csrf', 'locale', 'cart', 'consent', 'theme', 'visit', 'device', 'refresh', 'campaign']
const HOSTS = ['www', 'portal', 'login', 'cdn', 'api.eu', 'shop']
const DAY_S = 86_400

/**
 * `count` cookies of one profile as the service sends them, the same in every run but for their dates: forty sites with
 * a few hosts each, of every kind that the table tells apart. `at` in epoch ms. Names are `WORD_NUMBER`, values hold
 * `secret-NUMBER-`.
 */
export const manyCookies = (count: number, at: number) =>
  Array.from({ length: count }, (_, n) => {
    const site = n % 8 === 0 ? 'northgate.example' : `site-${String((n * 7) % 40).padStart(2, '0')}.example`
    const wide = n % 3 === 0
    const days = [null, 0.5, 7, 30, 365, -2][n % 6] ?? null
    const expires = days === null ? null : at / 1_000 + days * DAY_S
    return {
      name: `${WORDS[n % WORDS.length]}_${n}`,
      value: `secret-${n}-${(n * 2_654_435_761).toString(36).repeat(1 + (n % 5))}`,
      domain: wide ? `.${site}` : `${HOSTS[n % HOSTS.length]}.${site}`,
      path: n % 11 === 0 ? '/orders/archive' : '/',
      httpOnly: n % 2 === 0,
      hostOnly: !wide,
      secure: n % 5 !== 0,
      session: days === null,
      sameSite: ['Lax', 'Strict', 'None', null][n % 4] ?? null,
      storeId: null,
      expirationDate: expires,
      expires: expires ?? -1,
      partitionKey: n % 20 === 2 ? 'https://northgate.example' : null,
    }
  })
