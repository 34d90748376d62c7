const FOREIGN_LETTER = /[^\p{ASCII}]/u

/**
 * A host for people. Letters of other scripts can look like Latin ones, so a host that holds any is followed by its ASCII
 * form (RFC 3492), which no other host has: `аpple.com/x (xn--pple-43d.com)`. `rest`: what follows the host, such as a
 * path. `toAscii`: the ASCII form, empty for what is no host.
 */
export const hostText = (host: string, toAscii: (host: string) => string, rest = ''): string => {
  const ascii = FOREIGN_LETTER.test(host) ? toAscii(host) : ''
  return ascii === '' || ascii === host ? host + rest : `${host}${rest} (${ascii})`
}
