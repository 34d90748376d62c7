import { randomUUID } from 'node:crypto'
import type { ReviewExport, ReviewRecord } from '../../contract/models/hand-over-models.ts'
import { fail, ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import { parseReviews } from './parse-reviews.ts'
import { beginReviewFile } from './review-export.ts'

type Parts = {
  accounts: Pick<ReturnType<typeof createAccounts>, 'list'>
  library: Library
  events: Pick<ReturnType<typeof createEvents>, 'emit'>
  clock: Pick<Clock, 'now'>
}

/** Progress is told at most so often. ms. */
const TELL_EVERY_MS = 200

type Progress = { done: number; total: number }

export type HandOver = ReturnType<typeof createHandOver>

/** Export of reviews, and import of those of another installation: one of each at a time. */
export const createHandOver = ({ accounts, library, events, clock }: Parts) => {
  let running: AbortController | null = null
  let opened: { id: string; accountId: string; records: ReviewRecord[] } | null = null
  let importing: { id: string; stop: AbortController } | null = null

  const teller = () => {
    let told = clock.now()
    return (progress: Progress): void => {
      if (Math.abs(clock.now() - told) < TELL_EVERY_MS) return
      told = clock.now()
      events.emit('reviews.progress', progress)
    }
  }

  return {
    /** Begins a file of reviews; it ends with `end`, also when it was not written. */
    begin: async (accountId: string, request: ReviewExport) => {
      if (running) return fail('conflict', 'Another export is running.', { next: 'Wait until it has ended.' })
      const stop = new AbortController()
      running = stop
      const account = { id: accountId, label: accounts.list().find(({ id }) => id === accountId)?.label ?? null }
      const file = await beginReviewFile(
        library,
        { accountId, request, account, at: clock.now() },
        { signal: stop.signal, onProgress: teller() },
      )
      const end = (): void => {
        if (running === stop) running = null
      }
      if (!file.ok) {
        end()
        return file
      }
      return ok({ ...file.value, end })
    },
    stopExport: (): void => running?.abort(),
    /** Reads a file and says what it would change; it is kept until it is imported or dropped. */
    open: async (accountId: string, text: string) => {
      const records = await parseReviews(text, clock.now())
      if (!records.ok) return records
      const plan = await library.reviewMerge.plan(accountId, records.value)
      if (!plan.ok) return plan
      opened = { id: randomUUID(), accountId, records: records.value }
      return ok({ importId: opened.id, reviews: records.value.length, plan: plan.value })
    },
    importReviews: async (accountId: string, importId: string) => {
      const file = opened
      if (file?.id !== importId || file.accountId !== accountId)
        return fail('not-found', 'This file is no longer open.', { next: 'Import it again.' })
      if (importing) return fail('conflict', 'Another import is running.', { next: 'Wait until it has ended.' })
      const stop = new AbortController()
      importing = { id: importId, stop }
      try {
        const watch = { signal: stop.signal, onProgress: teller() }
        const done = await library.reviewMerge.apply(accountId, file.records, clock.now(), watch)
        if (done.ok && opened === file) opened = null
        return done
      } finally {
        importing = null
      }
    },
    /** Forgets the file. An import of it that is running stops and takes back what it stored. */
    drop: (importId: string): void => {
      if (importing?.id === importId) importing.stop.abort()
      if (opened?.id === importId) opened = null
    },
    undo: library.reviewMerge.undo,
  }
}
