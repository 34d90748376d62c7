import { z } from 'zod'
import {
  cookieComparisonModel,
  cookieReadModel,
  cookieSideModel,
  exportPreviewModel,
  exportRequestModel,
  profileIdModel,
  profileListModel,
  sideCookieModel,
  signInHintsModel,
  snapshotModel,
} from '../models/cookie-models.ts'
import { addedModel, id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

const profile = z.object({ profileId: profileIdModel })

/** Profiles of the service. */
export const profileOperations = {
  'profiles.list': { input: nothing, output: profileListModel },
  /** Reads the service's list, all pages; returns at once when it runs already. Rows arrive with `profiles.changed`. */
  'profiles.refresh': { input: nothing, output: profileListModel },
  'profiles.addIds': {
    input: z.object({ text: z.string().min(1).max(10_000_000) }),
    output: addedModel.extend({ first: profileIdModel.nullable() }),
  },
  /** Takes a pasted profile and its snapshots off. */
  'profiles.forget': { input: profile, output: nothing },
} as const satisfies OperationTable

/** Cookies of a profile and their snapshots. The values stay in main. */
export const cookieOperations = {
  /** Asks the service. The values stay in main; the page has rows without them. */
  'cookies.read': { input: profile, output: cookieReadModel, asText: true },
  /** What was read last in this run of the program, without asking; null: nothing. */
  'cookies.lastRead': { input: profile, output: cookieReadModel.nullable(), asText: true },
  'cookies.openSnapshot': { input: z.object({ snapshotId: id }), output: cookieReadModel, asText: true },
  /** The values of the named rows, to be shown for at most a minute. */
  'cookies.reveal': {
    input: z.object({ readId: id, ids: z.array(id).min(1).max(100_000) }),
    output: z.object({ values: z.array(z.object({ id, value: z.string() })) }),
    asText: true,
  },
  'cookies.exportPreview': { input: exportRequestModel, output: exportPreviewModel },
  'snapshots.list': { input: profile, output: z.array(snapshotModel) },
  'snapshots.keep': {
    input: z.object({ readId: id, label: z.string().trim().max(200).nullable() }),
    output: snapshotModel,
  },
  'snapshots.update': {
    input: z.object({
      snapshotId: id,
      label: z.string().trim().max(200).nullable().optional(),
      signedIn: z.boolean().nullable().optional(),
    }),
    output: snapshotModel,
  },
  /** Hidden at once and gone at the next start; until then `snapshots.restore` brings it back. */
  'snapshots.remove': { input: z.object({ snapshotId: id }), output: nothing },
  'snapshots.restore': { input: z.object({ snapshotId: id }), output: snapshotModel },
  'snapshots.compare': {
    input: z.object({ before: cookieSideModel, after: cookieSideModel }),
    output: cookieComparisonModel,
    asText: true,
  },
  /** `id`: of a cookie in that side. A snapshot is opened as a read for it. */
  'snapshots.sideCookie': { input: z.object({ side: cookieSideModel, id }), output: sideCookieModel },
  'snapshots.hints': { input: profile, output: signInHintsModel },
} as const satisfies OperationTable
