import { fail, ok, type Result } from '../../../contract/result.ts'
import { isLoopbackHost } from '../../../contract/text/connection-text.ts'

const refuse = (message: string, next?: string) => fail('invalid-input', message, next ? { next } : {})

const withScheme = (text: string): string => {
  if (/^\/\//.test(text)) return `https:${text}`
  // `host:8443` looks like a scheme; a port is what distinguishes it.
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || text.includes('://') ? text : `https://${text}`
}

/**
 * What a person types as the service's address → origin and path prefix without a trailing slash.
 * Adds `https://` when no scheme is given. Refuses with `invalid-input` and a sentence: other schemes, http except to
 * this machine, user name or password in the address, a query, blanks.
 */
export const normaliseBaseUrl = (typed: string): Result<string> => {
  const text = typed.trim()
  if (text === '') return refuse('Enter the address of the service.', 'An example is https://api.example.com.')
  // The URL parser would silently drop tabs and line breaks.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('The address contains a space or a line break.', 'Remove it, then retry.')
  const url = URL.parse(withScheme(text))
  if (!url || url.hostname === '') {
    return refuse('This is not a web address.', 'Enter an address such as https://api.example.com.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('The address must start with https://.', 'Enter an address such as https://api.example.com.')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'The address contains a user name or a password.',
      'Remove them from the address and enter them in their own fields.',
    )
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return refuse('With http, your key would be sent unencrypted.', 'Use https:// instead of http://.')
  }
  if (url.search !== '' || url.hash !== '') {
    return refuse('The address contains a part after ? or #.', 'Remove that part.')
  }
  return ok(url.origin + url.pathname.replace(/(?<!\/)\/+$/, ''))
}
