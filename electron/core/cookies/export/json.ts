import { printJson } from '../../../contract/json/json-print.ts'
import { childrenOf, keyOf, scanJson, sourceOf } from '../../../contract/json/json-scan.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import type { Written } from './format.ts'
import { isKnownField } from './losses.ts'

/** For a preview: the value and whatever the contract does not name are masked, since both may hold secrets. */
export const maskRecord = ({ text, value }: CookieWithValue, mask: string): string => {
  const tree = scanJson(text)
  if (!tree) return '{}'
  const fields = childrenOf(tree, 0).map((field) => {
    const key = keyOf(tree, field) ?? ''
    const shown =
      key === 'value' && value === '' ? '""' : isKnownField(key) && key !== 'value' ? sourceOf(tree, field) : null
    return `${JSON.stringify(key)}:${shown ?? JSON.stringify(mask)}`
  })
  return `{${fields.join(',')}}`
}

/**
 * The records as the service gave them, unknown fields, unexpected types, digits, repeated keys and order included, in the
 * envelope of its own answer (docs/service-contract.md, Endpoints): `{"cookies": [record, …]}`.
 */
export const writeJson = (
  cookies: readonly CookieWithValue[],
  recordOf: (cookie: CookieWithValue) => string,
): Written => {
  const text = `{"cookies":[${cookies.map(recordOf).join(',')}]}`
  const tree = scanJson(text)
  return { text: `${tree ? printJson(tree, 0) : text}\n`, count: cookies.length }
}
