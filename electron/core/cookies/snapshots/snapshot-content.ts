import { z } from 'zod'
import { cookieRowModel } from '../../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { mapInTurns } from '../../base/turns.ts'
import { readCookieText } from '../../service/answers/cookie-rows.ts'
import { isRecord } from '../../service/http/body-text.ts'
import { type HoldContext, holdCookie } from '../meaning/meaning.ts'
import type { HeldRead, HeldValues } from '../reads.ts'
import type { HeldCookie } from '../types.ts'
import type { Opened } from './seal.ts'

/** As it was parsed: an own `__proto__` key stays plain data (E04). */
const recordModel = z.custom<Record<string, unknown>>(isRecord)

/** What an encrypted payload says: the records as the service gave them, as texts that keep every digit, or parsed. */
const fullModel = z.object({
  v: z.literal(1),
  records: z.array(z.union([z.string(), recordModel])),
  odd: z.number(),
  oddReasons: z.array(z.string()),
})

/** Without values: what was given in the fields of the contract, and what could be told of the value then. */
const hashedModel = fullModel.extend({
  records: z.array(
    z.object({
      record: recordModel,
      hash: z.string().length(43),
      valueBytes: z.number(),
      sizeBytes: z.number(),
      // Of another version's words only the explanations are lost.
      flags: cookieRowModel.shape.flags.catch([]),
    }),
  ),
})

type Kept = Pick<HeldRead, 'cookies' | 'values' | 'odd' | 'oddReasons'>

export const fullContent = ({ cookies, odd, oddReasons }: Kept): z.input<typeof fullModel> => ({
  v: 1,
  records: cookies.map(({ text }) => text),
  odd,
  oddReasons,
})

/** Fields that the contract does not name stay out: any of them may repeat the value. */
export const hashedContent = (
  { cookies, odd, oddReasons }: Kept,
  hashOf: (value: string) => string,
): z.input<typeof hashedModel> => ({
  v: 1,
  records: cookies.map(({ row: { name, given, valueBytes, sizeBytes, flags }, value }) => ({
    record: { name, value: '', ...given },
    hash: hashOf(value),
    valueBytes,
    sizeBytes,
    flags,
  })),
  odd,
  oddReasons,
})

const damaged = () => fail('storage', 'This snapshot does not contain cookies.', { next: 'Remove it.' })

const held = async (
  records: readonly (string | Record<string, unknown>)[],
  context: HoldContext,
): Promise<HeldCookie[] | null> => {
  const cookies = await mapInTurns(records, (record, index) => {
    const read = readCookieText(typeof record === 'string' ? record : JSON.stringify(record))
    return read && holdCookie(read, String(index), context)
  })
  return cookies.every((cookie) => cookie !== null) ? cookies : null
}

/** The cookies of an opened payload, with what they mean now and were at `context.now`, when they were read. */
export const readContent = async ({ content, salt }: Opened, context: HoldContext): Promise<Result<Kept>> => {
  if (salt === null) {
    const read = fullModel.safeParse(content)
    const cookies = read.success ? await held(read.data.records, context) : null
    if (!read.success || !cookies) return damaged()
    const { odd, oddReasons } = read.data
    return ok({ cookies, values: { kind: 'plain' }, odd, oddReasons })
  }
  const read = hashedModel.safeParse(content)
  const bare = read.success
    ? await held(
        read.data.records.map(({ record }) => record),
        context,
      )
    : null
  if (!read.success || !bare) return damaged()
  const { records, odd, oddReasons } = read.data
  const cookies = bare.map((cookie, index) => {
    const { valueBytes = 0, sizeBytes = 0, flags = [] } = records[index] ?? {}
    return { ...cookie, row: { ...cookie.row, valueBytes, sizeBytes, flags } }
  })
  const values: HeldValues = { kind: 'hashes', salt, hashes: records.map(({ hash }) => hash) }
  return ok({ cookies, values, odd, oddReasons })
}
