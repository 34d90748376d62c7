import type { ExportFormat } from '../../../contract/constants/cookie-constants.ts'
import type { ExportPreview } from '../../../contract/models/cookie-models.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import type { Tally } from './tally.ts'

export type ExportAsk = {
  format: ExportFormat
  /** What `header` and `curl` are for; other formats ignore it. */
  url: string | null
  /** Expired cookies are left out unless asked for (C05). */
  includeExpired: boolean
  /** A storageState also with what Chromium drops or refuses; left out unless asked for. */
  keepRefused?: boolean | undefined
  profileId: string
  /** Epoch ms. */
  now: number
}

export type Exported = Omit<ExportPreview, 'bytes'>

/** What a writer is given: the cookies that are wanted, where to count losses, and how a value is written. */
export type WriterInput = {
  cookies: readonly CookieWithValue[]
  tally: Tally
  textOf: (cookie: CookieWithValue) => string
}
export type Written = { text: string; count: number }
