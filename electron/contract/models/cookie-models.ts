import { z } from 'zod'
import {
  changeKinds,
  cookieFlagCodes,
  exportFormats,
  flagSeverities,
  sameSiteValues,
} from '../constants/cookie-constants.ts'
import { problemModel } from './problem-model.ts'

export const profileIdModel = z.string().min(1).max(1_024)

const profileRowModel = z.object({
  profileId: profileIdModel,
  name: z.string().nullable(),
  /** Epoch ms. */
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  persistedDomains: z.array(z.string()),
  /** False: pasted by the person. */
  listed: z.boolean(),
  /** Of the last read; null: never read. Epoch ms, local clock. */
  lastReadAt: z.number().nullable(),
  cookieCount: z.number().nullable(),
  snapshots: z.number(),
})
export type ProfileRow = z.infer<typeof profileRowModel>

export const profileListModel = z.object({
  rows: z.array(profileRowModel),
  /** What is known of the service's own list. `not-supported`: profiles are pasted (docs/deployments.md, Listing). */
  listing: z.object({
    state: z.enum(['unknown', 'running', 'listed', 'not-supported', 'failed']),
    problem: problemModel.nullable(),
    /** Epoch ms, local clock. */
    finishedAt: z.number().nullable(),
  }),
})
export type ProfileList = z.infer<typeof profileListModel>

const cookieFlagModel = z.object({
  code: z.enum(cookieFlagCodes),
  severity: z.enum(flagSeverities),
  /** One sentence: what it is and what follows from it. */
  message: z.string(),
  /** The rule, such as `RFC 6265bis, 4.1.3.2`. */
  source: z.string(),
})
export type CookieFlag = z.infer<typeof cookieFlagModel>

/** Exactly as the service gave it; null where missing, null or of another type. The value stays in main. */
const givenModel = z.object({
  domain: z.string(),
  path: z.string().nullable(),
  httpOnly: z.boolean().nullable(),
  hostOnly: z.boolean().nullable(),
  secure: z.boolean().nullable(),
  session: z.boolean().nullable(),
  sameSite: z.string().nullable(),
  storeId: z.string().nullable(),
  expirationDate: z.number().nullable(),
  expires: z.number().nullable(),
  partitionKey: z.string().nullable(),
})

/** One cookie: what was given, and what it means (core/cookies/meaning/meaning.ts). Never its value. */
export const cookieRowModel = z.object({
  /** Names the row inside its read. */
  id: z.string(),
  name: z.string(),
  /** UTF-8 bytes of the value, and of name and value together. */
  valueBytes: z.number(),
  sizeBytes: z.number(),
  given: givenModel,
  /** Without a leading dot, lower case. */
  host: z.string(),
  hostOnly: z.boolean(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(sameSiteValues),
  kind: z.enum(['session', 'persistent']),
  /** Epoch ms; null for session cookies. */
  expiresAt: z.number().nullable(),
  /** Expired at the last update. */
  expired: z.boolean(),
  /** eTLD+1 by the public suffix list, or the host itself where there is none (an address, localhost). */
  site: z.string(),
  /** Against the sites the profile persists; null where the profile names none. */
  party: z.enum(['first', 'third']).nullable(),
  /** Top-level site of a partitioned cookie (CHIPS). */
  partition: z.string().nullable(),
  flags: z.array(cookieFlagModel),
})
export type CookieRow = z.infer<typeof cookieRowModel>

/** Cookies of a profile as they were at one time: just read from the service, or kept as a snapshot. */
export const cookieReadModel = z.object({
  readId: z.string(),
  profileId: profileIdModel,
  /** Epoch ms, local clock. */
  at: z.number(),
  snapshotId: z.string().nullable(),
  /** False: only hashes of the values were kept. */
  hasValues: z.boolean(),
  rows: z.array(cookieRowModel),
  /** Records of the answer that are no cookie, and why (C17). */
  skipped: z.number(),
  skippedReasons: z.array(z.string()),
})
export type CookieRead = z.infer<typeof cookieReadModel>

export const exportRequestModel = z.object({
  readId: z.string().min(1).max(200),
  /** Null: all of the read. */
  ids: z.array(z.string().max(200)).max(100_000).nullable(),
  format: z.enum(exportFormats),
  /** For `header` and `curl`: what the request goes to. */
  url: z.string().max(4_096).nullable(),
  /** Expired cookies are left out unless asked for (C05). */
  includeExpired: z.boolean(),
  /** For `storage-state`: also what Chromium drops or refuses. Left out unless asked for: one refused cookie spoils the file. */
  keepRefused: z.boolean().optional(),
})
export type ExportRequest = z.infer<typeof exportRequestModel>

const nameList = z.object({
  reason: z.string(),
  count: z.number(),
  /** At most 20 names. */
  names: z.array(z.string()),
})
export const exportPreviewModel = z.object({
  fileName: z.string(),
  /** Cookies in the file. */
  count: z.number(),
  /** Cookies that are not in the file, by reason. */
  leftOut: z.array(nameList),
  /** What the format cannot say of the cookies in the file, by field: `partition`, `SameSite` … */
  lost: z.array(nameList.extend({ field: z.string() })),
  /**
   * Wanted cookies that Chromium does not take, whether they are in the file or left out of it; `fails` of them make it
   * refuse the whole file. Zero where the format is not `storage-state`.
   */
  refused: z.object({ count: z.number(), fails: z.number() }),
  /** The first lines with masked values. */
  text: z.string(),
  bytes: z.number(),
})
export type ExportPreview = z.infer<typeof exportPreviewModel>

export const snapshotModel = z.object({
  snapshotId: z.string(),
  profileId: profileIdModel,
  at: z.number(),
  label: z.string().nullable(),
  /** What the person knows of that moment. */
  signedIn: z.boolean().nullable(),
  cookies: z.number(),
  /** `encrypted`: values at rest under a key in the keychain. `hashes`: there was no keychain; `reason` says so. */
  values: z.enum(['encrypted', 'hashes']),
  reason: z.string().nullable(),
})
export type Snapshot = z.infer<typeof snapshotModel>

/** One side of a comparison. */
export const cookieSideModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), readId: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('snapshot'), snapshotId: z.string().min(1).max(200) }),
])
export type CookieSide = z.infer<typeof cookieSideModel>

const sideFactsModel = z.object({ at: z.number(), label: z.string().nullable(), cookies: z.number() })
/** What a list of changes shows of a cookie; all of it is fetched for the one that is looked at (`snapshots.sideCookie`). */
const comparedCookieModel = cookieRowModel.pick({
  id: true,
  name: true,
  valueBytes: true,
  host: true,
  hostOnly: true,
  path: true,
  secure: true,
  httpOnly: true,
  sameSite: true,
  expiresAt: true,
  partition: true,
})
export type ComparedCookie = z.infer<typeof comparedCookieModel>

const cookieChangeModel = z.object({
  /** Name, host, path and partition name a cookie. */
  key: z.string(),
  kinds: z.array(z.enum(changeKinds)).min(1),
  before: comparedCookieModel.nullable(),
  after: comparedCookieModel.nullable(),
  /** Changed attributes in words: `SameSite`: `Lax` → `None`; `expires` in ISO 8601. */
  attributes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type CookieChange = z.infer<typeof cookieChangeModel>

export const cookieComparisonModel = z.object({
  before: sideFactsModel,
  after: sideFactsModel,
  changes: z.array(cookieChangeModel),
  unchanged: z.number(),
  /**
   * `sizes`: both sides keep only hashes, each under a salt of its own. A value of another size has rotated then; one of
   * the same size may have, which cannot be detected.
   */
  valuesCompared: z.enum(['all', 'sizes']),
})
export type CookieComparison = z.infer<typeof cookieComparisonModel>

/** One cookie of a side, and the read that `cookies.reveal` knows it by. */
export const sideCookieModel = z.object({ readId: z.string(), hasValues: z.boolean(), row: cookieRowModel })
export type SideCookie = z.infer<typeof sideCookieModel>

/** Which cookies go with being signed in, by the snapshots a person marked. */
export const signInHintsModel = z.object({
  signedIn: z.number(),
  signedOut: z.number(),
  /** Marked snapshots that cannot be opened any more; they are not counted above. */
  unreadable: z.number(),
  /** False: one of them keeps only hashes, so that it counts alone whether a cookie was there. */
  valuesCompared: z.boolean(),
  hints: z.array(
    z.object({
      name: z.string(),
      host: z.string(),
      path: z.string(),
      partition: z.string().nullable(),
      confidence: z.enum(['strong', 'weak']),
      /** One sentence: what was seen. */
      why: z.string(),
    }),
  ),
})
export type SignInHints = z.infer<typeof signInHintsModel>
