import { fail, type Result } from '../../contract/result.ts'
import type { Log, SampleWorkspace } from '../base/ports.ts'
import type { StoredAccount } from '../library/tables/accounts-table.ts'
import { DEFAULT_HEADER_PREFIX } from '../service/http/headers.ts'
import { SAMPLE_ACCOUNT } from './account-rules.ts'

/** The account of the embedded sample service, which has another address at every start. */
export const sampleAccount = (label: string, baseUrl: string): StoredAccount => ({
  id: SAMPLE_ACCOUNT,
  label,
  baseUrl,
  headerPrefix: DEFAULT_HEADER_PREFIX,
  method: 'sample',
  userName: null,
  listsSessions: true,
  secretSlot: 0,
  secretStored: false,
})

type SampleConfig = Pick<SampleWorkspace, 'start' | 'end'> & {
  /** Writes where it runs into its account, and the token it takes. */
  keep: (baseUrl: string, token: string) => Promise<Result<undefined>>
  log: Log
}

/** Whether the sample workspace can be worked with. A failed start is retried by the next call. */
export const createSampleAccount = ({ start, end, keep, log }: SampleConfig) => {
  let starting: Promise<Result<undefined>> | null = null
  let running = false
  const begin = async (): Promise<Result<undefined>> => {
    try {
      const { baseUrl, token } = await start()
      const kept = await keep(baseUrl, token)
      running = kept.ok
      return kept
    } catch (error) {
      log.error(`sample: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
      return fail('internal', 'The sample workspace could not be started.', {
        next: 'Retry. If this happens again, restart Replay Desk.',
      })
    }
  }
  return {
    runs: () => running,
    prepare: async (): Promise<Result<undefined>> => {
      starting ??= begin()
      const result = await starting
      if (!result.ok) starting = null
      return result
    },
    /** The account was removed. */
    forget: (): Promise<void> => {
      starting = null
      running = false
      return end()
    },
  }
}
