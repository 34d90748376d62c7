import { z } from 'zod'
import type { CookieFlagCode } from '../../../contract/constants/cookie-constants.ts'
import { cookieRowModel } from '../../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { mapInTurns } from '../../base/turns.ts'
import { readCookieText } from '../../service/answers/cookie-rows.ts'
import { isRecord } from '../../service/http/body-text.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { interpretCookie, type MeaningContext } from '../meaning/meaning.ts'
import type { ReadValues, ReadWithValues } from '../reads.ts'
import type { Opened } from './seal.ts'

/** As it was parsed: an own `__proto__` key stays plain data (E04). */
const recordModel = z.custom<Record<string, unknown>>(isRecord)

/** What an encrypted payload says: the records as the service gave them, as texts that keep every digit, or parsed. */
const fullModel = z.object({
  v: z.literal(1),
  records: z.array(z.union([z.string(), recordModel])),
  skipped: z.number(),
  skippedReasons: z.array(z.string()),
})

/** Flags as earlier versions named them. */
const RENAMED_FLAGS: Record<string, CookieFlagCode> = {
  'domain-odd': 'domain-invalid',
  'partition-odd': 'partition-invalid',
  'odd-characters': 'unusual-characters',
  'path-odd': 'path-invalid',
  'field-odd': 'field-invalid',
}
const withPresentFlag = (flag: unknown): unknown =>
  isRecord(flag) && Object.hasOwn(RENAMED_FLAGS, String(flag.code))
    ? { ...flag, code: RENAMED_FLAGS[String(flag.code)] }
    : flag

/** Without values: what was given in the fields of the contract, and what could be told of the value then. */
const hashedModel = fullModel.extend({
  records: z.array(
    z.object({
      record: recordModel,
      hash: z.string().length(43),
      valueBytes: z.number(),
      sizeBytes: z.number(),
      // Of a flag that this version does not know only the explanations are lost.
      flags: z
        .preprocess((flags) => (Array.isArray(flags) ? flags.map(withPresentFlag) : flags), cookieRowModel.shape.flags)
        .catch([]),
    }),
  ),
})

/** Earlier versions stored the count and the reasons of skipped records as `odd` and `oddReasons`. */
const withPresentNames = (content: unknown): unknown => {
  if (!isRecord(content) || 'skipped' in content) return content
  const { odd, oddReasons, ...rest } = content
  return { ...rest, skipped: odd, skippedReasons: oddReasons }
}

type Kept = Pick<ReadWithValues, 'cookies' | 'values' | 'skipped' | 'skippedReasons'>

export const fullContent = ({ cookies, skipped, skippedReasons }: Kept): z.input<typeof fullModel> => ({
  v: 1,
  records: cookies.map(({ text }) => text),
  skipped,
  skippedReasons,
})

/** Fields that the contract does not name stay out: any of them may repeat the value. */
export const hashedContent = (
  { cookies, skipped, skippedReasons }: Kept,
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
  skipped,
  skippedReasons,
})

const damaged = () => fail('storage', 'This snapshot does not contain cookies.', { next: 'Remove it.' })

const interpretAll = async (
  records: readonly (string | Record<string, unknown>)[],
  context: MeaningContext,
): Promise<CookieWithValue[] | null> => {
  const cookies = await mapInTurns(records, (record, index) => {
    const read = readCookieText(typeof record === 'string' ? record : JSON.stringify(record))
    return read && interpretCookie(read, String(index), context)
  })
  return cookies.every((cookie) => cookie !== null) ? cookies : null
}

/** The cookies of an opened payload, with what they mean now and were at `context.now`, when they were read. */
export const readContent = async ({ content, salt }: Opened, context: MeaningContext): Promise<Result<Kept>> => {
  if (salt === null) {
    const read = fullModel.safeParse(withPresentNames(content))
    const cookies = read.success ? await interpretAll(read.data.records, context) : null
    if (!read.success || !cookies) return damaged()
    const { skipped, skippedReasons } = read.data
    return ok({ cookies, values: { kind: 'plain' }, skipped, skippedReasons })
  }
  const read = hashedModel.safeParse(withPresentNames(content))
  const bare = read.success
    ? await interpretAll(
        read.data.records.map(({ record }) => record),
        context,
      )
    : null
  if (!read.success || !bare) return damaged()
  const { records, skipped, skippedReasons } = read.data
  const cookies = bare.map((cookie, index) => {
    const { valueBytes = 0, sizeBytes = 0, flags = [] } = records[index] ?? {}
    return { ...cookie, row: { ...cookie.row, valueBytes, sizeBytes, flags } }
  })
  const values: ReadValues = { kind: 'hashes', salt, hashes: records.map(({ hash }) => hash) }
  return ok({ cookies, values, skipped, skippedReasons })
}
