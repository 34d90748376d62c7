import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { childrenOf, keyOf, kindOf, scanJson, sourceOf } from '../../../contract/json/json-scan.ts'
import { parseJson, readJson } from '../http/body-text.ts'
import { type CookieRecord, cookieWire, listIn, type Rows, readRowsInTurns } from './wire.ts'

type Sourced = { raw: unknown; text: string }

/** A record beside its own JSON text, which keeps digits, repeated keys and order as they were sent. */
const sourcedWire = z.custom<Sourced>().transform(({ raw, text }, context): CookieRecord & { text: string } => {
  const read = cookieWire.safeParse(raw)
  if (read.success) return { ...read.data, text }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})
export type SourcedCookie = z.output<typeof sourcedWire>

/** A record from its own text; null: it is none. */
export const readCookieText = (text: string): SourcedCookie | null => {
  const read = sourcedWire.safeParse({ raw: readJson(text), text })
  return read.success ? read.data : null
}

/** The texts of the records in the envelope or the bare list; of a repeated key the last one counts, as in `JSON.parse`. */
const textsIn = (text: string): string[] => {
  const tree = scanJson(text, { parsed: true })
  if (!tree) return []
  const list =
    kindOf(tree, 0) === 'array' ? 0 : childrenOf(tree, 0).findLast((child) => keyOf(tree, child) === 'cookies')
  return list === undefined ? [] : childrenOf(tree, list).map((child) => sourceOf(tree, child))
}

/** Parsing and scanning cannot be interrupted: each has a turn of its own. */
const recordsOf = async (text: string): Promise<Sourced[] | null> => {
  const list = listIn(parseJson(text), 'cookies')
  if (list === null) return null
  await nextTurn()
  const texts = list.length > 0 ? textsIn(text) : []
  return list.map((raw, index): Sourced => ({ raw, text: texts[index] ?? JSON.stringify(raw) }))
}

/**
 * The cookies of `{"cookies": [record, …]}` or of the bare list; null: the text is neither. Of a text that `jsonFault`
 * passed, as every answer of the service client has.
 */
export const readCookieRows = async (text: string): Promise<Rows<SourcedCookie> | null> => {
  const records = await recordsOf(text)
  return records && readRowsInTurns(records, sourcedWire)
}
