import { fail, type Result } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import type { Log } from '../../base/ports.ts'
import type { Reach } from '../../media/storage/addresses.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { HlsProgress, Mp4Progress, RecordLinks } from '../archive-types.ts'
import { createEngine } from '../local-engine.ts'
import {
  type Job,
  knownReplyModel,
  type Port,
  type Question,
  recordReplyModel,
  type ToMain,
  toThreadModel,
} from './engine-messages.ts'

/** Progress of one job crosses this often at most, ms; the last one always does. */
const PROGRESS_MS = 100

const CANCELLED = fail('cancelled', 'The download was stopped.')

type Send = (message: ToMain) => void
type Running = { abort: AbortController; replies: Map<number, (reply: unknown) => void>; ended: Promise<void> }

/** The latest progress, and not more often than main can use it. */
const createProgress = (send: Send, id: number) => {
  let latest: (Mp4Progress & Partial<HlsProgress>) | null = null
  let timer: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (latest) send({ kind: 'progress', id, progress: latest })
    latest = null
  }
  return {
    flush,
    tell: (progress: Mp4Progress | HlsProgress): void => {
      const first = latest === null && timer === null
      latest = progress
      if (first) flush()
      timer ??= setTimeout(flush, PROGRESS_MS)
    },
  }
}

/** The record lease, which lives in main: each record has a number there and is one object here. */
const createLinks = (
  ask: (question: Question, signal?: AbortSignal) => Promise<unknown>,
  onReach: (reach: Reach | null) => void,
): RecordLinks => {
  const numbers = new WeakMap<ReplayRecord, number>()
  let latest: { number: number; record: ReplayRecord } | null = null
  const request = async (
    question: Question & { what: 'record' | 'renew' },
    signal: AbortSignal,
  ): Promise<Result<ReplayRecord>> => {
    const reply = await ask(question, signal)
    if (reply === null) return CANCELLED
    const answer = recordReplyModel.parse(reply)
    if (!answer.ok) return answer
    const { number, record, reach } = answer.value
    onReach(reach)
    // Another question may have brought it meanwhile: who compares records compares objects.
    if (latest?.number !== number) {
      if (record === null) return request({ ...question, have: null }, signal)
      latest = { number, record }
      numbers.set(record, number)
    }
    return { ok: true, value: latest.record }
  }
  return {
    record: (signal) => request({ what: 'record', have: latest?.number ?? null }, signal),
    renew: (stale, signal) =>
      request({ what: 'renew', stale: numbers.get(stale) ?? 0, have: latest?.number ?? null }, signal),
    dispose: () => {},
  }
}

/** Runs the engine for the other end of the port. The composition of the thread's entry, and of tests. */
export const serveEngine = (port: Port): void => {
  const send: Send = (message) => port.postMessage(message)
  const running = new Map<number, Running>()
  /** The peer addresses of each service that main connected to; a name without one yet counts as public. */
  const reaches = new Map<string, Reach | null>()
  let bytesPerSecond = 0
  let asked = 0
  const engine = createEngine({
    clock: createClock(),
    bytesPerSecond: () => bytesPerSecond,
    peers: { reach: (baseUrl) => reaches.get(baseUrl) ?? null },
  })
  const log: Log = {
    info: (line) => send({ kind: 'log', level: 'info', line }),
    warn: (line) => send({ kind: 'log', level: 'warn', line }),
    error: (line) => send({ kind: 'log', level: 'error', line }),
  }

  const run = (
    id: number,
    job: Job,
    { abort, replies }: Omit<Running, 'ended'>,
    onProgress: (now: Mp4Progress) => void,
  ) => {
    const { signal } = abort
    /** Null: ended before the answer came. */
    const ask = (question: Question, end: AbortSignal = signal): Promise<unknown> =>
      new Promise((resolve) => {
        if (end.aborted) return resolve(null)
        const number = asked++
        const onAbort = (): void => {
          send({ kind: 'drop', id, number })
          settle(null)
        }
        const settle = (reply: unknown): void => {
          replies.delete(number)
          end.removeEventListener('abort', onAbort)
          resolve(reply)
        }
        end.addEventListener('abort', onAbort, { once: true })
        replies.set(number, settle)
        send({ kind: 'ask', id, number, question })
      })
    const linksOf = (baseUrl: string) => createLinks(ask, (reach) => void reaches.set(baseUrl, reach))
    switch (job.method) {
      case 'fetchMp4':
        return engine.fetchMp4({ ...job, links: linksOf(job.baseUrl), log, signal, onProgress })
      case 'exportHls':
        return engine.exportHls({ ...job, links: linksOf(job.baseUrl), log, signal, onProgress })
      case 'verifyMp4':
        return engine.files.verifyMp4({ ...job, signal })
      case 'recheckFile':
        return engine.files.recheckFile({ ...job, signal })
      case 'findMoved':
        return engine.files.findMoved(job.folder, job.sought, signal)
      case 'importFolder':
        return engine.files.importFolder({
          ...job,
          // A known recording is skipped, which is right for an import that is being ended.
          known: async (sha256, sidecar) =>
            knownReplyModel.parse((await ask({ what: 'known', sha256, sidecar })) ?? true),
          onPair: async (pair) => {
            if ((await ask({ what: 'pair', pair })) !== true && !signal.aborted)
              throw new Error('the pair was not taken')
          },
          signal,
        })
    }
  }

  const answer = async (id: number, job: Job, mine: Omit<Running, 'ended'>): Promise<void> => {
    const progress = createProgress(send, id)
    try {
      const answered = await run(id, job, mine, progress.tell)
      progress.flush()
      send({ kind: 'answer', id, answer: answered })
    } catch (error) {
      progress.flush()
      send({ kind: 'thrown', id, text: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
    running.delete(id)
  }

  const begin = (id: number, job: Job): void => {
    const mine = { abort: new AbortController(), replies: new Map() }
    running.set(id, { ...mine, ended: answer(id, job, mine) })
  }

  const end = async (): Promise<void> => {
    const jobs = [...running.values()]
    for (const { abort } of jobs) abort.abort()
    await Promise.all(jobs.map(({ ended }) => ended))
    port.close?.()
  }

  port.on('message', (message) => {
    const heard = toThreadModel.parse(message)
    if (heard.kind === 'job') begin(heard.id, heard.job)
    else if (heard.kind === 'end') void end()
    else if (heard.kind === 'abort') running.get(heard.id)?.abort.abort()
    else if (heard.kind === 'reply') running.get(heard.id)?.replies.get(heard.question)?.(heard.reply)
    else bytesPerSecond = heard.bytesPerSecond
  })
  send({ kind: 'ready' })
}
