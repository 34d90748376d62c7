import { z } from 'zod'
import { healthModel, limitModel } from '../models/account-models.ts'
import { appInfoModel, settingsModel, settingsPatchModel } from '../models/settings-models.ts'
import { id, nothing } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** The program itself, its settings, and how the service is. */
export const appOperations = {
  'app.info': { input: nothing, output: appInfoModel },
  'app.dismissNotice': { input: z.object({ id }), output: nothing },
  'settings.get': { input: nothing, output: settingsModel },
  'settings.set': { input: settingsPatchModel, output: settingsModel },
  /** Waits until the cache folder was looked through once, which no start must do. */
  'cache.usage': { input: nothing, output: z.object({ bytes: z.number() }) },
  'cache.clear': { input: nothing, output: z.object({ freedBytes: z.number() }) },
  'health.get': { input: nothing, output: healthModel },
  'health.check': { input: nothing, output: healthModel },
  'limit.get': { input: nothing, output: limitModel },
} as const satisfies OperationTable
