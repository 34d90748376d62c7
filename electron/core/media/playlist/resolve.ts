import { fail, ok, type Result } from '../../../contract/result.ts'

const NO_BASE = fail('bad-playlist', 'The playlist uses relative addresses without a base address.', {
  next: 'Tell the operator of the service: its playlist must contain complete links.',
})

/** Path of an address without query and fragment; keeps every byte. */
const withoutQuery = (url: string): string => /^[^?#]*/.exec(url)?.[0] ?? ''

/** RFC 3986, 5.2.4, for relative references alone: a complete link is never touched. */
const removeDotSegments = (path: string): string => {
  const out: string[] = []
  const parts = path.split('/').slice(1)
  parts.forEach((part, i) => {
    if (part === '..') out.pop()
    else if (part !== '.') out.push(part)
    if (i === parts.length - 1 && (part === '.' || part === '..')) out.push('')
  })
  return `/${out.join('/')}`
}

/**
 * An address of the playlist as a complete one. Complete links come back byte for byte (P21);
 * protocol-relative ones count as https; relative ones need the address of their list (P19).
 */
export const resolveAddress = (text: string, base: string | null): Result<string> => {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return ok(text)
  if (text.startsWith('//')) return ok(`https:${text}`)
  if (base === null) return NO_BASE
  const parts = /^([A-Za-z]+:\/\/[^/?#]+)(.*)$/s.exec(withoutQuery(base))
  if (!parts) return NO_BASE
  const [, origin = '', basePath = ''] = parts
  if (text.startsWith('?')) return ok(`${withoutQuery(base)}${text}`)
  const path = withoutQuery(text)
  const rest = text.slice(path.length)
  const folder = basePath.slice(0, basePath.lastIndexOf('/') + 1) || '/'
  return ok(`${origin}${removeDotSegments(path.startsWith('/') ? path : folder + path)}${rest}`)
}
