import { z } from 'zod'
import type { OperationName } from './channels.ts'
import {
  accountContentsModel,
  accountModel,
  connectionDraftModel,
  connectionReportModel,
  healthModel,
  limitModel,
} from './models/account-models.ts'
import {
  activityDetailModel,
  activityFilterModel,
  activityPageModel,
  activityQueryModel,
  healthHistoryModel,
  limitHistoryModel,
  limitPlanModel,
  usageModel,
} from './models/activity-models.ts'
import { archivePageModel, archivePlanModel, archiveQueryModel, archiveRulesModel } from './models/archive-models.ts'
import { policyAnswerModel, policyRequestModel } from './models/cache-policy-models.ts'
import {
  cookieComparisonModel,
  cookieReadModel,
  cookieSideModel,
  exportPreviewModel,
  exportRequestModel,
  profileIdModel,
  profileListModel,
  signInHintsModel,
  snapshotModel,
} from './models/cookie-models.ts'
import {
  functionSentModel,
  functionStateModel,
  functionTargetModel,
  recentFunctionModel,
} from './models/function-models.ts'
import { problemModel } from './models/problem-model.ts'
import { replayModel } from './models/replay-models.ts'
import {
  markModel,
  reviewPatchModel,
  sessionIdModel,
  sessionPageModel,
  sessionQueryModel,
  sessionRowModel,
  syncStateModel,
} from './models/session-models.ts'
import { appInfoModel, settingsModel, settingsPatchModel } from './models/settings-models.ts'
import type { Result } from './result.ts'

const nothing = z.undefined()
const id = z.string().min(1).max(200)
const session = z.object({ sessionId: sessionIdModel })
/** What came of a text with ids in it: `unusable` entries are no ids, `examples` the first of them. */
const addedModel = z.object({
  added: z.number(),
  known: z.number(),
  unusable: z.number(),
  examples: z.array(z.string()),
})
/** What is saved late names its account: another one may be active when it arrives (L02). */
const account = z.object({ accountId: id })
const sessionOfAccount = account.extend({ sessionId: sessionIdModel })
const sessionIds = z.object({ sessionIds: z.array(sessionIdModel).min(1).max(100_000) })
const archiveIds = z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(100_000) })
const profile = z.object({ profileId: profileIdModel })
const cookieOfRead = z.object({ readId: id, id })
/** Larger than the largest source that is sent, so that a draft is never lost for its size. */
const sourceText = z.string().max(5_000_000)
const savedName = z.object({ name: z.string().nullable() })
const markText = z.string().trim().max(2_000)

/**
 * Every operation the page can ask for: name → input and output. Sessions, marks and replays belong to
 * the active account, whose id core adds, unless the input names one. Each call answers a Result; invalid input is a problem, not an exception.
 */
export const operations = {
  'app.info': { input: nothing, output: appInfoModel },
  'app.dismissNotice': { input: z.object({ id }), output: nothing },
  /** The answer to the event `app.flush`: how many changes are not saved, and why. */
  'app.flushed': {
    input: z.object({ count: z.int().min(0), problem: problemModel.nullable() }),
    output: nothing,
  },
  'settings.get': { input: nothing, output: settingsModel },
  'settings.set': { input: settingsPatchModel, output: settingsModel },
  /** Waits until the cache folder was looked through once, which no start must do. */
  'cache.usage': { input: nothing, output: z.object({ bytes: z.number() }) },
  'cache.clear': { input: nothing, output: z.object({ freedBytes: z.number() }) },

  'accounts.list': { input: nothing, output: z.array(accountModel) },
  'accounts.test': { input: connectionDraftModel, output: connectionReportModel },
  /** Tests, stores the token (keychain, else memory) and makes the account active. */
  'accounts.connect': { input: connectionDraftModel, output: accountModel },
  /** Starts the embedded sample service when needed and makes its account active. */
  'accounts.openSample': { input: nothing, output: accountModel },
  /** New credentials for an account whose token is refused or lost; nothing of the account is lost. */
  'accounts.signIn': {
    input: z.object({ accountId: id, credentials: connectionDraftModel.shape.credentials }),
    output: accountModel,
  },
  'accounts.activate': { input: z.object({ accountId: id }), output: accountModel },
  'accounts.update': {
    input: z.object({
      accountId: id,
      label: z.string().trim().min(1).max(80).optional(),
      headerPrefix: connectionDraftModel.shape.headerPrefix,
    }),
    output: accountModel,
  },
  /** Removes the token; sessions, notes, verdicts, marks and snapshots stay. */
  'accounts.signOut': { input: z.object({ accountId: id }), output: accountModel },
  /** What removing the account would delete, in numbers. */
  'accounts.contents': { input: z.object({ accountId: id }), output: accountContentsModel },
  /** Removes account, token, its sessions and reviews. */
  'accounts.remove': { input: z.object({ accountId: id }), output: nothing },

  'health.get': { input: nothing, output: healthModel },
  'health.check': { input: nothing, output: healthModel },
  'limit.get': { input: nothing, output: limitModel },

  'sessions.query': { input: sessionQueryModel, output: sessionPageModel },
  'sessions.get': { input: session, output: sessionRowModel },
  /** The run before and after in the order of a query. */
  'sessions.neighbours': {
    input: z.object({
      sessionId: sessionIdModel,
      query: sessionQueryModel.omit({ offset: true, limit: true, find: true }),
    }),
    output: z.object({ previous: sessionIdModel.nullable(), next: sessionIdModel.nullable() }),
  },
  /** The sessions that match all but "Has recording" and whose recording nobody has asked about; the first 500 by id. */
  'sessions.unchecked': {
    input: sessionQueryModel.omit({ offset: true, limit: true }),
    output: z.object({ sessionIds: z.array(sessionIdModel), total: z.number() }),
  },
  /** Asks once for the recording's state, length and link life when nothing is known of them; answers the row. */
  'sessions.learn': { input: session, output: sessionRowModel },
  'sessions.sync': { input: nothing, output: syncStateModel },
  'sessions.cancelSync': { input: nothing, output: syncStateModel },
  'sessions.syncState': { input: nothing, output: syncStateModel },
  /** Any text with ids in it: one a line, CSV, JSON (E: pasted or dropped). */
  'sessions.addIds': {
    input: z.object({ text: z.string().min(1).max(10_000_000) }),
    output: addedModel.extend({ first: sessionIdModel.nullable() }),
  },
  /** Removes pasted sessions from the list. */
  'sessions.forget': { input: session, output: nothing },
  'sessions.review': { input: sessionOfAccount.extend({ patch: reviewPatchModel }), output: sessionRowModel },

  'marks.list': { input: session, output: z.array(markModel) },
  'marks.add': { input: sessionOfAccount.extend({ atMs: z.number().min(0), text: markText }), output: markModel },
  'marks.update': {
    input: account.extend({ id, text: markText, atMs: z.number().min(0).optional() }),
    output: markModel,
  },
  /** Answers the removed mark, so that it can be put back. */
  'marks.remove': { input: account.extend({ id }), output: markModel },

  /** Opens the lease and answers the present state; what follows comes as `replay.changed`. */
  'replay.open': { input: session, output: replayModel },
  'replay.close': { input: session, output: nothing },
  /** Asks for new links now. */
  'replay.renew': { input: session, output: replayModel },
  /** Polls a recording in the making: every 5 s for at most 240 s (docs/deployments.md, Replay). */
  'replay.poll': { input: session, output: replayModel },
  'replay.stopPolling': { input: session, output: replayModel },
  'replay.position': { input: sessionOfAccount.extend({ positionMs: z.number().min(0) }), output: nothing },
  /** Drops what is known and asks again. */
  'replay.recheck': { input: session, output: replayModel },
  /** Why a media path was not delivered last (media elements tell no reason); null when it was. */
  'replay.mediaProblem': { input: z.object({ path: z.string().max(12_000) }), output: problemModel.nullable() },

  /** Queue and archive as one list. */
  'archive.query': { input: archiveQueryModel, output: archivePageModel },
  'archive.plan': { input: sessionIds, output: archivePlanModel },
  /** A session that is queued or archived already is joined, not fetched twice (D14). */
  'archive.add': { input: sessionIds, output: z.object({ added: z.number(), already: z.number() }) },
  'archive.pause': { input: archiveIds, output: nothing },
  'archive.resume': { input: archiveIds, output: nothing },
  /** Goes on where it stopped; nothing fetched is fetched again. */
  'archive.retry': { input: archiveIds, output: nothing },
  /** Ends the transfer and removes entry, part file and segments (D21). */
  'archive.cancel': { input: archiveIds, output: nothing },
  /** Keeps an export with missing segments, labelled so (D22). */
  'archive.acceptPartial': { input: archiveIds, output: nothing },
  /** Moves finished files to the trash and takes them off the list. */
  'archive.remove': { input: archiveIds, output: z.object({ removed: z.number() }) },
  /** Looks for the files again and checks their hashes. */
  'archive.recheck': {
    input: archiveIds,
    output: z.object({ sound: z.number(), missing: z.number(), altered: z.number() }),
  },
  /** Brings finished files of other folders into the archive folder of the settings. */
  'archive.move': { input: archiveIds, output: z.object({ moved: z.number() }) },
  'archive.reveal': { input: z.object({ id }), output: nothing },
  'archive.openFile': { input: z.object({ id }), output: nothing },
  /** Folder dialog; answers the new folder, null when the person closed it. */
  'archive.chooseFolder': { input: nothing, output: z.object({ folder: z.string().nullable() }) },
  /** Folder dialog; takes over the MP4 files there with their metadata files. Nothing when the person closed it. */
  'archive.importFolder': {
    input: nothing,
    output: z.object({ imported: z.number(), known: z.number(), refused: z.array(z.string()) }),
  },
  'archive.namePreview': {
    input: z.object({ template: z.string().max(300) }),
    output: z.object({ names: z.array(z.string()) }),
  },
  'archive.rules': { input: nothing, output: archiveRulesModel },
  'archive.setRules': { input: archiveRulesModel.partial(), output: archiveRulesModel },

  /** Save dialog for one frame; the answer is the file's name, null when the person closed the dialog. */
  'frame.save': {
    input: session.extend({
      atMs: z.number().min(0),
      png: z.instanceof(Uint8Array).refine((b) => b.length <= 64_000_000, 'too large'),
    }),
    output: z.object({ name: z.string().nullable() }),
  },
  /** The text of a `replaydesk://` link to this moment; the page copies it. */
  'link.copyText': { input: session.extend({ atMs: z.number().min(0) }), output: z.object({ text: z.string() }) },
  /** Makes the account of a link active (null: the one in use) and puts the session into its list; answers whose it is. */
  'link.open': {
    input: session.extend({ accountId: id.nullable() }),
    output: account,
  },

  'profiles.list': { input: nothing, output: profileListModel },
  /** Reads the service's list, all pages; ends at once when it runs already. What comes is told by `profiles.changed`. */
  'profiles.refresh': { input: nothing, output: profileListModel },
  'profiles.addIds': {
    input: z.object({ text: z.string().min(1).max(10_000_000) }),
    output: addedModel.extend({ first: profileIdModel.nullable() }),
  },
  /** Takes a pasted profile and its snapshots off. */
  'profiles.forget': { input: profile, output: nothing },

  /** Asks the service. The values stay in main; the page has rows without them. */
  'cookies.read': { input: profile, output: cookieReadModel },
  /** What was read last in this run of the program, without asking; null: nothing. */
  'cookies.lastRead': { input: profile, output: cookieReadModel.nullable() },
  'cookies.openSnapshot': { input: z.object({ snapshotId: id }), output: cookieReadModel },
  /** The values of the named rows, to be shown for at most a minute. */
  'cookies.reveal': {
    input: z.object({ readId: id, ids: z.array(id).min(1).max(100_000) }),
    output: z.object({ values: z.array(z.object({ id, value: z.string() })) }),
  },
  /** Main copies, and clears the clipboard when it still holds the value after CLIPBOARD_MS. */
  'cookies.copyValue': { input: cookieOfRead, output: z.object({ clearsAt: z.number() }) },
  'cookies.exportPreview': { input: exportRequestModel, output: exportPreviewModel },
  'cookies.copyExport': { input: exportRequestModel, output: z.object({ clearsAt: z.number(), count: z.number() }) },
  /** Save dialog; the file is written 0600. Null when the person closed the dialog. */
  'cookies.saveExport': { input: exportRequestModel, output: savedName.extend({ count: z.number() }) },

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
  },
  'snapshots.hints': { input: profile, output: signInHintsModel },

  'functions.recent': { input: nothing, output: z.array(recentFunctionModel) },
  /** Takes it off the list of recent ones; draft and history stay. */
  'functions.forget': { input: functionTargetModel, output: nothing },
  /** What is kept here, without a request: a draft is there at once, also offline. Puts it among the recent ones. */
  'functions.open': { input: functionTargetModel, output: functionStateModel },
  /** What is known after asking for the present source, where the service shows it. */
  'functions.reload': { input: functionTargetModel, output: functionStateModel },
  /** Names its account, because the last keystrokes may arrive after another one was chosen. */
  'functions.saveDraft': {
    input: functionTargetModel.extend({ accountId: id, source: sourceText }),
    output: z.object({ savedAt: z.number() }),
  },
  'functions.discardDraft': { input: functionTargetModel, output: functionStateModel },
  /**
   * Sends once; what is sent is kept as the draft until it is accepted. Fails with `conflict` when the service shows
   * another source than the one known (`functions.reload` brings it), unless `overwrite`: then it is not asked before.
   */
  'functions.send': {
    input: functionTargetModel.extend({ source: sourceText, overwrite: z.boolean() }),
    output: functionSentModel,
  },
  /** The source of an accepted send. */
  'functions.sentSource': { input: z.object({ id }), output: z.object({ source: z.string() }) },

  /** A refusal of the service is part of the answer, not a problem of the operation. */
  'cachePolicy.ask': { input: policyRequestModel, output: policyAnswerModel },
  /** Ends the question that is under way or waits for the limit. */
  'cachePolicy.stop': { input: nothing, output: nothing },

  'activity.query': { input: activityQueryModel, output: activityPageModel },
  'activity.get': { input: z.object({ id: z.int() }), output: activityDetailModel },
  /** Save dialog; JSON lines of what the filter lets through. */
  'activity.export': { input: activityFilterModel, output: savedName.extend({ count: z.number() }) },
  'activity.clear': { input: nothing, output: z.object({ removed: z.number() }) },
  /** The text of a problem report, to be shown before it is saved. */
  'activity.report': {
    input: z.object({ note: z.string().max(10_000) }),
    output: z.object({ reportId: id, text: z.string() }),
  },
  /** Saves exactly the text that was shown. */
  'activity.saveReport': { input: z.object({ reportId: id }), output: savedName },
  'limit.history': { input: nothing, output: limitHistoryModel },
  'limit.plan': { input: z.object({ requests: z.int().min(0).max(10_000_000) }), output: limitPlanModel },
  'health.history': { input: nothing, output: healthHistoryModel },
  'usage.get': { input: nothing, output: usageModel },
} as const satisfies Record<OperationName, { input: z.ZodType; output: z.ZodType }>

export type Input<N extends OperationName> = z.input<(typeof operations)[N]['input']>
type Parsed<N extends OperationName> = z.output<(typeof operations)[N]['input']>
export type Output<N extends OperationName> = z.output<(typeof operations)[N]['output']>
/** What core and shell register: parsed input → result. */
export type Handler<N extends OperationName> = (input: Parsed<N>) => Promise<Result<Output<N>>>
export type Handlers<N extends OperationName = OperationName> = { [K in N]: Handler<K> }
