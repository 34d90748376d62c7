import { isRecord } from '../service/http/body-text.ts'
import { cut, redact } from '../service/redaction/redact.ts'
import { fieldsOf } from './step-fields.ts'

/** A session that opens nothing in its first steps says nothing of where it began. */
const LOOKED_AT = 5
const LONGEST = { url: 2_000, address: 200 }

/** Host and path: what a page is recognised by, without what may be a secret. */
const addressIn = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > LONGEST.url || !/^https?:\/\/\S+$/i.test(value.trim())) return null
  const url = URL.parse(value.trim())
  if (!url?.hostname) return null
  const path = redact(url.pathname).replace(/\/$/, '')
  return cut(url.host.replace(/^www\./, '') + path, LONGEST.address)
}

/** The first address in the first of a session's steps, whose shape no service publishes; null: none. Never throws. */
export const startAddressOf = (steps: unknown): string | null => {
  if (!Array.isArray(steps)) return null
  for (const step of steps.slice(0, LOOKED_AT)) {
    const values = isRecord(step) ? fieldsOf(step).list.map(({ value }) => value) : [step]
    for (const value of values) {
      const address = addressIn(value)
      if (address !== null) return address
    }
  }
  return null
}
