import type { ProfileList } from '../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Clock, Log } from '../base/ports.ts'
import { newest, throttle } from '../base/throttle.ts'
import { parseIds } from '../ids/parse-ids.ts'
import type { Library } from '../library/library.ts'
import { REPORT_LIST } from '../service/answers/page-walk.ts'
import type { Service } from '../service/service.ts'
import { readProfileList } from './read-list.ts'

/** A fast service sends many pages a second; no page of ours needs to hear of each. */
const NEWS_EVERY_MS = 250

type Listing = ProfileList['listing']
const UNKNOWN: Listing = { state: 'unknown', problem: null, finishedAt: null }

type ProfilesConfig = {
  accounts: Pick<ReturnType<typeof createAccounts>, 'active'>
  library: Pick<Library, 'profiles'>
  events: ReturnType<typeof createEvents>
  clock: Clock
  log: Log
}
export type Profiles = ReturnType<typeof createProfiles>

/**
 * The profiles of the active account: listed by the service or pasted. The list is read when it is first shown,
 * not when the program starts: the limit is shared with the agents.
 */
export const createProfiles = ({ accounts, library, events, clock, log }: ProfilesConfig) => {
  /** By service, so that a new sign-in probes again what an old one could not. */
  const listings = new WeakMap<Service, Listing>()
  let running: { service: Service; abort: AbortController } | null = null

  const listOf = (accountId: string, service: Service): Result<ProfileList> => {
    const rows = library.profiles.list(accountId)
    return rows.ok ? ok({ rows: rows.value, listing: listings.get(service) ?? UNKNOWN }) : rows
  }
  const news = throttle<null>({
    clock,
    everyMs: NEWS_EVERY_MS,
    merge: newest,
    run: () => {
      const active = accounts.active()
      const list = active && listOf(active.account.id, active.service)
      if (list?.ok) events.emit('profiles.changed', list.value)
    },
  })

  const end = (): void => {
    if (!running) return
    running.abort.abort()
    listings.set(running.service, UNKNOWN) // coming back to this account starts the reading over
    running = null
  }

  /** Single flight: joins what runs for this service, ends what runs for another. Never rejects. */
  const read = async (accountId: string, service: Service): Promise<void> => {
    if (running?.service === service) return
    end()
    const abort = new AbortController()
    const before = listings.get(service) ?? UNKNOWN
    listings.set(service, { ...before, state: 'running', problem: null })
    const mine = { service, abort }
    running = mine
    news.push(null)
    const done = await readProfileList({
      service,
      table: library.profiles,
      accountId,
      signal: abort.signal,
      onPage: () => news.push(null),
    }).catch((error: unknown) => {
      // A bug, but the reading is not awaited: it must end as failed, not stay running.
      log.error(`profiles: ${error instanceof Error ? (error.stack ?? error.message) : 'fault'}`)
      return fail('internal', 'Refreshing the list stopped because of an internal error.', { next: 'Retry.' })
    })
    if (running !== mine) return
    running = null
    if (done.ok) {
      const problem = done.value === null ? null : fail('bad-answer', done.value, { next: REPORT_LIST }).problem
      listings.set(service, { state: 'listed', problem, finishedAt: clock.now() })
    } else if (done.problem.code === 'not-supported') listings.set(service, { ...UNKNOWN, state: 'not-supported' })
    else {
      log.warn(`profiles: the list was not read whole (${done.problem.code})`)
      listings.set(service, { ...before, state: 'failed', problem: done.problem })
    }
    news.push(null)
    news.flush()
  }

  return {
    /** What is known. The first call for an account begins to read the service's list. */
    list: (accountId: string, service: Service): Result<ProfileList> => {
      if ((listings.get(service) ?? UNKNOWN).state === 'unknown') void read(accountId, service)
      return listOf(accountId, service)
    },
    /** Reads the list again; does nothing while it is read already. */
    refresh: (accountId: string, service: Service): Result<ProfileList> => {
      void read(accountId, service)
      return listOf(accountId, service)
    },
    addIds: async (accountId: string, text: string) => {
      const { ids, ...counts } = await parseIds(text, 'profile')
      const added = library.profiles.addIds(accountId, ids)
      if (!added.ok) return added
      news.push(null)
      return ok({ ...added.value, ...counts })
    },
    forget: (accountId: string, profileId: string): Result<undefined> => {
      const done = library.profiles.forget(accountId, profileId)
      if (done.ok) news.push(null)
      return done
    },
    /** A profile was read, or a snapshot came or went. */
    changed: (): void => news.push(null),
    /** Call whenever accounts changed: a list that is read for another account is read no further. */
    accountsChanged: (): void => {
      if (running && running.service !== accounts.active()?.service) end()
    },
    dispose: (): void => {
      end()
      news.dispose()
    },
  }
}
