/** The one origin of the program's pages. Registered as a standard, secure scheme before `ready`. */
export const SCHEME = 'app'
export const ORIGIN = 'app://desk'
export const START_URL = `${ORIGIN}/`

/**
 * Whether a URL is a page of ours. Compared as text with a closing slash: Node's `new URL('app://x').origin`
 * is the string 'null', so an origin comparison would let nothing and everything through.
 */
export const isOurUrl = (url: string): boolean => url === ORIGIN || url.startsWith(START_URL)
