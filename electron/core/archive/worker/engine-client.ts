import { join } from 'node:path'
import { fail, type Problem } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { Peers } from '../../service/http/peers.ts'
import { takeClaim } from '../claims/claims.ts'
import { createKeptPairs, type KeptPairs } from '../claims/kept-pairs.ts'
import type { Engine } from '../engine-port.ts'
import type { HeavyFiles } from '../files/archive-files.ts'
import { quickFiles } from '../files/quick-files.ts'
import { createLinks } from '../transfer/links.ts'
import { answerQuestions, type Callbacks } from './answer-questions.ts'
import { answerModels, type Job, type Method, type ToMain, type ToThread, toMainModel } from './engine-messages.ts'
import { startThread, type Thread } from './thread.ts'

type Answers = { [M in Method]: ReturnType<(typeof answerModels)[M]['parse']> }

type ClientConfig = {
  clock: Clock
  log: Log
  /** Bytes per second of all transfers together; 0 is no limit. Looked at when a job begins and when told. */
  bytesPerSecond: () => number
  /** Who really answered for the service (P20). */
  peers?: Pick<Peers, 'reach'> | undefined
  /** The thread's file: of the bundle, or (absent) the source beside this one. */
  entry?: string | undefined
  start?: (entry: string) => Thread
  /** The thread ended before it was there: it cannot run here. */
  onUnable?: () => void
}

/** A thread without a job for this long is ended, which frees its memory. */
const IDLE_MS = 30_000
/** A thread lets go of its files and sockets within milliseconds; one that does not is terminated, and not waited for longer. */
const END_MS = 250
const ENDED: Problem = {
  code: 'internal',
  message: 'Archiving stopped because of an internal error. What was downloaded is kept.',
  next: 'Retry. The download continues where it stopped.',
}
const CANCELLED = fail('cancelled', 'The download was stopped.').problem

type Call = {
  method: Method
  callbacks: Callbacks
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
  questions: ReturnType<typeof answerQuestions>
}

/**
 * The engine in a thread of its own, started with the first job and again after it ended. Jobs that run when it crashes fail
 * with a problem that is retried; parts and their states lie on the disk and are continued.
 */
export const createEngineClient = (config: ClientConfig) => {
  const { clock, log, bytesPerSecond } = config
  const calls = new Map<number, Call>()
  const kept = new Map<string, KeptPairs>()
  let thread: Thread | null = null
  let serial = 0
  let disposed = false
  let isReady = false
  let cancelIdle = (): void => {}

  const send = (message: ToThread): void => thread?.postMessage(message)
  const tellRate = (): void => send({ kind: 'rate', bytesPerSecond: bytesPerSecond() })

  const failAll = (problem: Problem): void => {
    const ended = [...calls.values()]
    calls.clear()
    for (const { method, questions, resolve, reject } of ended) {
      questions.dispose()
      if (method === 'recheckFile') reject(new Error(problem.message))
      else resolve({ ok: false, problem })
    }
  }

  const settle = (id: number, end: (call: Call) => void): void => {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    call.questions.dispose()
    end(call)
    if (calls.size > 0) return
    thread?.unref()
    cancelIdle()
    cancelIdle = clock.after(IDLE_MS, () => void stop())
  }

  const onAnswer = (id: number, given: unknown): void =>
    settle(id, ({ method, resolve, reject }) => {
      const answer = answerModels[method].safeParse(given)
      if (answer.success) resolve(answer.data)
      else reject(new Error(`archive: ${method} answered what it may not: ${answer.error.message}`))
    })

  const hear = (heard: ToMain): void => {
    if (heard.kind === 'ready') isReady = true
    else if (heard.kind === 'log') log[heard.level](heard.line)
    else if (heard.kind === 'answer') onAnswer(heard.id, heard.answer)
    else if (heard.kind === 'thrown') settle(heard.id, ({ reject }) => reject(new Error(heard.text)))
    else {
      const call = calls.get(heard.id)
      if (heard.kind === 'progress') call?.callbacks.onProgress?.(heard.progress)
      else if (heard.kind === 'ask') call?.questions.ask(heard.number, heard.question)
      else call?.questions.drop(heard.number)
    }
  }

  const begin = (): void => {
    const started = (config.start ?? startThread)(config.entry ?? join(import.meta.dirname, 'entry.ts'))
    thread = started
    isReady = false
    const onEnd = (error: unknown): void => {
      if (thread !== started) return
      thread = null
      cancelIdle()
      log.error(`archive: the thread ended: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      if (!isReady) config.onUnable?.()
      failAll(ENDED)
    }
    started.on('message', (message) => {
      if (thread !== started) return
      const heard = toMainModel.safeParse(message)
      if (heard.success) return hear(heard.data)
      onEnd(heard.error)
      void started.terminate()
    })
    started.onEnd(onEnd)
  }
  const within = async (ended: Promise<unknown>): Promise<void> => {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(END_MS, resolve)
    await Promise.race([ended, late])
    cancel()
  }
  /** Terminating a thread in the midst of its reads and writes is left to one that does not end by itself. */
  const stop = async (): Promise<void> => {
    cancelIdle()
    const ending = thread
    thread = null
    if (!ending) return
    const ended = new Promise<void>((resolve) => ending.onEnd(() => resolve()))
    ending.ref() // a program with nothing else to do waits for the end, which is bounded
    ending.postMessage({ kind: 'end' } satisfies ToThread)
    await within(ended)
    await within(ending.terminate())
  }

  const call = <M extends Method>(
    job: Job & { method: M },
    callbacks: Callbacks,
    signal?: AbortSignal,
  ): Promise<Answers[M]> =>
    new Promise((resolve, reject) => {
      if (disposed) return reject(new Error('archive: the engine has ended'))
      cancelIdle()
      if (!thread) begin()
      thread?.ref()
      const id = serial++
      const onAbort = (): void => send({ kind: 'abort', id })
      const free = (): void => signal?.removeEventListener('abort', onAbort)
      const questions = answerQuestions(callbacks, signal, (question, reply) =>
        send({ kind: 'reply', id, question, reply }),
      )
      calls.set(id, {
        method: job.method,
        callbacks,
        questions,
        resolve: (answer) => {
          free()
          resolve(answer as Answers[M])
        },
        reject: (error) => {
          free()
          reject(signal?.aborted ? signal.reason : error)
        },
      })
      tellRate()
      send({ kind: 'job', id, job })
      if (signal?.aborted) onAbort()
      else signal?.addEventListener('abort', onAbort, { once: true })
    })

  const heavyFiles: HeavyFiles = {
    verifyMp4: ({ signal, ...request }) => call({ method: 'verifyMp4', ...request }, {}, signal),
    recheckFile: ({ signal, ...request }) => call({ method: 'recheckFile', ...request }, {}, signal),
    findMoved: (folder, sought, signal) => call({ method: 'findMoved', folder, sought: [...sought] }, {}, signal),
    importFolder: ({ signal, known, onPair, taken, ...request }) =>
      call({ method: 'importFolder', ...request, taken: new Set(taken) }, { known, onPair }, signal),
  }

  const reachOf = (baseUrl: string) => () => config.peers?.reach(baseUrl) ?? null
  const engine: Engine = {
    createLinks,
    fetchMp4: ({ links, log: _log, signal, onProgress, ...request }) =>
      call({ method: 'fetchMp4', ...request }, { links, onProgress, reach: reachOf(request.baseUrl) }, signal),
    exportHls: ({ links, log: _log, signal, onProgress, ...request }) =>
      call(
        { method: 'exportHls', ...request },
        { links, onProgress: (now) => onProgress({ segments: 0, of: 0, ...now }), reach: reachOf(request.baseUrl) },
        signal,
      ),
    files: { ...quickFiles, ...heavyFiles },
    claim: takeClaim,
    kept: (folder) => {
      const pairs = kept.get(folder) ?? createKeptPairs(folder, heavyFiles.recheckFile)
      kept.set(folder, pairs)
      return pairs
    },
  }
  return {
    ...engine,
    /** The speed limit may have changed. */
    settingsChanged: tellRate,
    /** Ends the thread. What runs was ended before by its signals; what was not is cancelled. */
    dispose: async (): Promise<void> => {
      disposed = true
      const ended = stop()
      failAll(CANCELLED)
      await ended
    },
  }
}
