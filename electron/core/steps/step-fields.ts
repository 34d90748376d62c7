import { isRecord } from '../service/http/body-text.ts'

/** Fields of an entry that are looked at, those of nested objects included. */
const MOST_FIELDS = 80
const DEEPEST = 2

/** `unit`: what the name says of a time, `atMs` and `elapsed_s`. */
export type Field = { key: string; value: unknown; depth: number; unit: 'ms' | 's' | null; used: boolean }
export type Fields = {
  list: Field[]
  /** By the folded name, with and without its unit, from the outside in. */
  byName: Map<string, Field[]>
  /** False when the entry holds more than was looked at. */
  all: boolean
}

const MS_NAME = /[_-]?(?:ms|millis|milliseconds)$/i
const S_NAME = /(?:[_-]s|S|[_-]?secs?|[_-]?seconds)$/

/** `step_start-time` and `stepStartTime` are one name. */
export const foldKey = (key: string): string => key.toLowerCase().replace(/[\s_-]+/g, '')

const unitOfName = (key: string): Field['unit'] => (MS_NAME.test(key) ? 'ms' : S_NAME.test(key) ? 's' : null)

/** The fields of an entry from the outside in; of its lists the first element's alone. */
export const fieldsOf = (entry: Record<string, unknown>): Fields => {
  const fields: Fields = { list: [], byName: new Map(), all: true }
  const name = (folded: string, field: Field): void => {
    const known = fields.byName.get(folded)
    if (known) known.push(field)
    else fields.byName.set(folded, [field])
  }
  const add = (from: Record<string, unknown>, depth: number): void => {
    for (const key in from) {
      if (fields.list.length >= MOST_FIELDS) {
        fields.all = false
        return
      }
      const short = key.slice(0, 60)
      const field: Field = { key: foldKey(short), value: from[key], depth, unit: unitOfName(short), used: false }
      fields.list.push(field)
      name(field.key, field)
      if (field.unit !== null) name(foldKey(short.replace(MS_NAME, '').replace(S_NAME, '')), field)
    }
  }
  add(entry, 0)
  for (let at = 0; at < fields.list.length; at += 1) {
    const { value, depth } = fields.list[at] as Field
    if (Array.isArray(value) && value.length > 1) fields.all = false
    const inner: unknown = Array.isArray(value) ? value[0] : value
    if (!isRecord(inner)) continue
    if (depth < DEEPEST) add(inner, depth + 1)
    else fields.all = false
  }
  return fields
}

/** What `read` makes of the first field it can use, by the order of `names`; that field is marked as used. */
export const findField = <T>(fields: Fields, names: readonly string[], read: (field: Field) => T | null): T | null => {
  for (const name of names) {
    for (const field of fields.byName.get(name) ?? []) {
      if (field.used) continue
      const found = read(field)
      if (found === null) continue
      field.used = true
      return found
    }
  }
  return null
}
