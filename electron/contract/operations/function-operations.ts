import { z } from 'zod'
import {
  functionSentModel,
  functionStateModel,
  functionTargetModel,
  recentFunctionModel,
} from '../models/function-models.ts'
import { id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** Larger than the largest source that is sent, so that a draft is never lost for its size. */
const sourceText = z.string().max(5_000_000)

/** Functions of managed-auth connections. */
export const functionOperations = {
  'functions.recent': { input: nothing, output: z.array(recentFunctionModel) },
  /** Takes it off the list of recent ones; draft and history stay. */
  'functions.forget': { input: functionTargetModel, output: nothing },
  /** What is kept here, without a request: a draft is there at once, also offline. Puts it among the recent ones. */
  'functions.open': { input: functionTargetModel, output: functionStateModel },
  /** What is known after asking for the current source, where the service shows it. */
  'functions.reload': { input: functionTargetModel, output: functionStateModel },
  /** Names its account, because the last keystrokes may arrive after another account became active. */
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
} as const satisfies OperationTable
