import type { Clock } from '../base/ports.ts'
import { newest, throttle } from '../base/throttle.ts'
import type { Library } from '../library/library.ts'
import type { Journal, JournalEntry } from '../service/journal.ts'

/** A busy archive sends hundreds of requests a minute; no page needs to hear of each. */
const NEWS_EVERY_MS = 250

type RequestLogConfig = {
  journal: Pick<Library['journal'], 'add'>
  clock: Clock
  /** Row of the newest request; null: the log was cleared. At most four times a second. */
  onChange: (news: { newest: number | null }) => void
}

/** Where every request of the program is written down, and who hears of each. */
export const createRequestLog = ({ journal, clock, onChange }: RequestLogConfig) => {
  const news = throttle<{ newest: number | null }>({ clock, everyMs: NEWS_EVERY_MS, merge: newest, run: onChange })
  const listeners = new Set<(entry: JournalEntry) => void>()
  const record: Journal = (entry, traffic) => {
    const id = journal.add(entry, traffic)
    if (id !== null) news.push({ newest: id })
    for (const listener of listeners) listener(entry)
  }

  return {
    record,
    onRequest: (listener: (entry: JournalEntry) => void): void => void listeners.add(listener),
    cleared: (): void => news.push({ newest: null }),
    dispose: news.dispose,
  }
}
