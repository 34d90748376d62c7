import { fail, type Problem, type Result } from '../../../contract/result.ts'
import type { Reach } from '../../media/storage/addresses.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { FilesPort, HlsProgress, Mp4Progress, RecordLinks } from '../archive-types.ts'
import type { Question } from './engine-messages.ts'

type Import = Parameters<FilesPort['importFolder']>[0]

/** What one job may call back in main. */
export type Callbacks = {
  links?: RecordLinks
  /** What the service's own answers came from. */
  reach?: () => Reach | null
  onProgress?: (progress: Mp4Progress & Partial<HlsProgress>) => void
  known?: Import['known'] | undefined
  onPair?: Import['onPair'] | undefined
}

const FAULT: Problem = fail('internal', 'The replay could not be loaded because of an internal error.').problem

/** Answers what the thread asks for one job. A question that is dropped ends the request made for it. */
export const answerQuestions = (
  { links, reach = () => null, known, onPair }: Callbacks,
  signal: AbortSignal | undefined,
  reply: (number: number, reply: unknown) => void,
) => {
  const ends = new Map<number, AbortController>()
  const records: ReplayRecord[] = []

  const numberOf = (record: ReplayRecord): number => {
    const at = records.indexOf(record)
    return at >= 0 ? at : records.push(record) - 1
  }
  const toReply = (answer: Result<ReplayRecord>, have: number | null) => {
    if (!answer.ok) return answer
    const number = numberOf(answer.value)
    return { ok: true, value: { number, record: number === have ? null : answer.value, reach: reach() } }
  }

  const answer = async (question: Question, end: AbortSignal): Promise<unknown> => {
    switch (question.what) {
      case 'record':
        return links ? toReply(await links.record(end), question.have) : null
      case 'renew': {
        const stale = records[question.stale]
        return links && stale ? toReply(await links.renew(stale, end), question.have) : null
      }
      case 'known':
        return (await known?.(question.sha256, question.sidecar)) ?? false
      case 'pair':
        await onPair?.(question.pair)
        return true
    }
  }

  return {
    ask: (number: number, question: Question): void => {
      const end = new AbortController()
      ends.set(number, end)
      answer(question, signal ? AbortSignal.any([signal, end.signal]) : end.signal)
        .catch(() => ({ ok: false, problem: FAULT }))
        .then((answered) => {
          if (ends.delete(number)) reply(number, answered)
        })
    },
    drop: (number: number): void => {
      ends.get(number)?.abort()
      ends.delete(number)
    },
    dispose: (): void => {
      for (const end of ends.values()) end.abort()
      ends.clear()
    },
  }
}
