import { hostText } from '../../../electron/contract/text/host-name.ts'

const toAscii = (host: string): string => URL.parse(`https://${host}`)?.hostname ?? ''

/** `hostText` with the browser's own reading of names. */
export const hostWithAscii = (host: string, rest = ''): string => hostText(host, toAscii, rest)

/** The ASCII form of the host in an address that a person types, where it holds letters of other scripts; else null. */
export const asciiHostOf = (typed: string): string | null => {
  const text = typed.trim()
  if (/^\p{ASCII}*$/u.test(text)) return null
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  return url !== null && /(?:^|\.)xn--/.test(url.hostname) ? url.hostname : null
}
