import type { ConnectionDraft, Credentials } from '../../../electron/contract/models/account-models.ts'
import { HEADER_PREFIX, isLoopbackHost } from '../../../electron/contract/text/connection-text.ts'
import { asciiHostOf } from '../../ui/text/host-text.ts'

export type Method = Credentials['method']
/** What is in the form's fields, read once at the moment of use. */
export type FieldValues = Record<'baseUrl' | 'key' | 'userName' | 'password' | 'headerPrefix' | 'label', string>
type FieldName = keyof FieldValues
export type FieldErrors = Partial<Record<FieldName, string>>

/** The sentence for a base URL that cannot be one, or null. A missing scheme is filled in by core (https). */
const urlError = (text: string): string | null => {
  if (!text) return 'Enter the address of the service, such as https://api.example.com.'
  if (/\s/.test(text)) return 'An address has no spaces.'
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'https' && scheme !== 'http')
    return 'The address starts with https:// (or http:// on this computer).'
  return null
}

export const readCredentials = (
  method: Method,
  values: Pick<FieldValues, 'key' | 'userName' | 'password'>,
): { ok: true; credentials: Credentials } | { ok: false; errors: FieldErrors } => {
  if (method === 'key') {
    const key = values.key.trim()
    return key
      ? { ok: true, credentials: { method, key } }
      : { ok: false, errors: { key: 'Enter the API key of the service.' } }
  }
  const errors: FieldErrors = {}
  if (!values.userName) errors.userName = 'Enter the user name.'
  if (!values.password) errors.password = 'Enter the password.'
  if (errors.userName || errors.password) return { ok: false, errors }
  return { ok: true, credentials: { method, userName: values.userName, password: values.password } }
}

/** The draft, or one sentence per field that stops it. */
export const readDraft = (
  method: Method,
  values: FieldValues,
): { ok: true; draft: ConnectionDraft } | { ok: false; errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const baseUrl = values.baseUrl.trim()
  const url = urlError(baseUrl)
  if (url) errors.baseUrl = url
  const headerPrefix = values.headerPrefix.trim()
  if (headerPrefix && !HEADER_PREFIX.test(headerPrefix))
    errors.headerPrefix = 'Letters, digits and hyphens, ending in a hyphen, such as X-Service-.'
  const label = values.label.trim()
  if (label.length > 80) errors.label = 'At most 80 characters.'
  const read = readCredentials(method, values)
  if (!read.ok) Object.assign(errors, read.errors)
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    draft: {
      baseUrl,
      credentials: read.credentials,
      ...(headerPrefix ? { headerPrefix } : {}),
      ...(label ? { label } : {}),
    },
  }
}

/** True for plain http to another machine, where the key would travel unprotected. */
const travelsUnprotected = (baseUrl: string): boolean => {
  try {
    const { protocol, hostname } = new URL(baseUrl.trim())
    return protocol === 'http:' && !isLoopbackHost(hostname)
  } catch {
    return false
  }
}

/** What to know of a typed address before anything is sent; null: nothing. */
export const addressHint = (baseUrl: string): string | null => {
  if (travelsUnprotected(baseUrl)) return 'With http, your key would be sent unencrypted. Use https.'
  const host = asciiHostOf(baseUrl)
  return host === null ? null : `This address mixes scripts. Its host is ${host}: check that this is the right one.`
}
