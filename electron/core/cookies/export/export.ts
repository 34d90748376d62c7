import type { ExportFormat } from '../../../contract/constants/cookie-constants.ts'
import type { ExportPreview } from '../../../contract/models/cookie-models.ts'
import { assertNever, ok, type Result } from '../../../contract/result.ts'
import { safeStem } from '../../base/safe-name.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { chromiumTakes } from './chromium-takes.ts'
import type { ExportAsk, Exported, WriterInput, Written } from './format.ts'
import { maskRecord, writeJson } from './json.ts'
import { writeNetscape } from './netscape.ts'
import { writeCurl, writeHeader } from './request.ts'
import { requestUrl } from './retrieval.ts'
import { writeStorageState } from './storage-state.ts'
import { createTally } from './tally.ts'

const NAMES: Record<ExportFormat, readonly [head: string, ending: string]> = {
  netscape: ['cookies', '.txt'],
  json: ['cookies', '.json'],
  'storage-state': ['storage-state', '.json'],
  header: ['cookie-header', '.txt'],
  curl: ['curl', '.sh'],
}

/** The name an export is offered under, such as `cookies-PROFILE.txt`: one plain name on every system (D15, D16). */
const exportFileName = (format: ExportFormat, profileId: string): string => {
  const [head, ending] = NAMES[format]
  return `${safeStem(`${head}-${profileId}`)}${ending}`
}

const MASK = '••••••••'
const PREVIEW_LINES = 40
const REFUSED = 'Chromium refuses them, and Playwright then refuses the whole file.'
const DROPPED = 'Chromium drops them silently.'

type Form = {
  textOf: (cookie: CookieWithValue) => string
  /** JSON. */
  recordOf: (cookie: CookieWithValue) => string
  /** A cookie has a line or more where it is not cut off: more cookies than lines are never seen in a preview. */
  most: number
}

const PLAIN: Form = { textOf: (cookie) => cookie.value, recordOf: (cookie) => cookie.text, most: Infinity }
const MASKED: Form = {
  textOf: (cookie) => (cookie.value === '' ? '' : MASK),
  recordOf: (cookie) => maskRecord(cookie, MASK),
  most: PREVIEW_LINES,
}

const write = (ask: ExportAsk, input: WriterInput, form: Form): Result<Written> => {
  switch (ask.format) {
    case 'netscape':
      return ok(writeNetscape(input, form.most))
    case 'json':
      return ok(writeJson(input.cookies.slice(0, form.most), form.recordOf))
    case 'storage-state':
      return ok(writeStorageState({ ...input, cookies: input.cookies.slice(0, form.most) }))
    case 'header':
    case 'curl': {
      const url = requestUrl(ask.url)
      if (!url.ok) return url
      return ok(ask.format === 'header' ? writeHeader(input, url.value) : writeCurl(input, url.value))
    }
    default:
      return assertNever(ask.format)
  }
}

const exportAs = (cookies: readonly CookieWithValue[], ask: ExportAsk, form: Form): Result<Exported> => {
  const tally = createTally()
  const refused = { count: 0, fails: 0 }
  const wanted = cookies.filter((cookie) => {
    const { row } = cookie
    const expired = row.expiresAt !== null && row.expiresAt <= ask.now
    if (expired && !ask.includeExpired) {
      tally.leaveOut('Expired.', row.name)
      return false
    }
    const takes = ask.format === 'storage-state' ? chromiumTakes(cookie) : 'keeps'
    if (takes !== 'keeps') refused.count += 1
    if (takes === 'fails') refused.fails += 1
    if (takes !== 'keeps' && !ask.keepRefused) {
      tally.leaveOut(takes === 'fails' ? REFUSED : DROPPED, row.name)
      return false
    }
    if (expired && (ask.format === 'netscape' || ask.format === 'storage-state')) {
      tally.lose('expires', 'Expired; programs that load the file drop them immediately.', row.name)
    }
    return true
  })
  const written = write(ask, { cookies: wanted, tally, textOf: form.textOf }, form)
  if (!written.ok) return written
  return ok({
    fileName: exportFileName(ask.format, ask.profileId),
    ...written.value,
    leftOut: tally.leftOut(),
    lost: tally.lost(),
    refused,
  })
}

/**
 * Cookies as one text in UTF-8, with what is left out and what the format cannot say, counted and named. The caller
 * writes it 0600. `invalid-input` when a format for one address gets none.
 */
export const exportCookies = (cookies: readonly CookieWithValue[], ask: ExportAsk): Result<Exported> =>
  exportAs(cookies, ask, PLAIN)

/** The same, but `text` is its first 40 lines with every value masked; `bytes` is the size of the real file. */
export const maskedPreview = (cookies: readonly CookieWithValue[], ask: ExportAsk): Result<ExportPreview> => {
  const real = exportAs(cookies, ask, PLAIN)
  if (!real.ok) return real
  const masked = exportAs(cookies, ask, MASKED)
  if (!masked.ok) return masked
  const text = masked.value.text.split('\n', PREVIEW_LINES).join('\n')
  return ok({ ...real.value, text, bytes: Buffer.byteLength(real.value.text) })
}
