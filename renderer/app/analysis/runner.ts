import type { FromWorker, Pace, ToWorker } from '../../analysis/messages.ts'
import { invoke, onEvent } from '../../bridge.ts'

type Proceed = 'run' | 'pause' | 'cancel'

/** Main takes the job back from a page that says nothing for a minute. */
const HEARTBEAT_MS = 10_000
/** A worker that does not end when it is told to is ended. */
const END_MS = 5_000

const MEDIA_EVENTS = ['loadeddata', 'playing', 'pause', 'ended', 'emptied', 'seeking', 'seeked'] as const
const HAS_FRAME = 2 // HTMLMediaElement.HAVE_CURRENT_DATA
/** Opening a recording is often followed by a seek, which has the computer to itself. */
const AFTER_FRAME_MS = 1_500

type Playback = { firstFrame: boolean; playing: boolean; seeking: boolean }

/**
 * Tells when something plays or seeks, and when its first frame is there. Media events do not bubble, but can be caught.
 */
const watchPlayback = (tell: (now: Playback) => void): void => {
  const look = (firstFrame: boolean): void => {
    const videos = [...document.querySelectorAll('video')]
    const playing = videos.some(({ paused, ended, readyState }) => !paused && !ended && readyState >= HAS_FRAME)
    tell({ firstFrame, playing, seeking: videos.some(({ seeking }) => seeking) })
  }
  /** Another session may have been opened since. */
  const hasFrame = (): boolean =>
    [...document.querySelectorAll('video')].some(({ readyState }) => readyState >= HAS_FRAME)
  const onMedia = (name: (typeof MEDIA_EVENTS)[number]): void => {
    look(false)
    if (name === 'loadeddata' || name === 'playing') setTimeout(() => look(hasFrame()), AFTER_FRAME_MS)
  }
  for (const name of MEDIA_EVENTS) document.addEventListener(name, () => onMedia(name), { capture: true })
  look(hasFrame())
}

/** Does the jobs that main hands out, one at a time, in a worker. Called once for the life of the page. */
export const runAnalyses = (): void => {
  let current: { id: string; worker: Worker; last: Proceed } | null = null
  let pace: Pace = 'full'
  let asking = false
  let askAgain = false

  const send = (worker: Worker, message: ToWorker): void => worker.postMessage(message)
  const drop = (worker: Worker): void => {
    worker.terminate()
    if (current?.worker === worker) current = null
    void look()
  }
  const follow = (worker: Worker, proceed: Proceed): void => {
    if (current?.worker !== worker || current.last === proceed) return
    current.last = proceed
    send(worker, { type: 'proceed', proceed })
    if (proceed === 'cancel') setTimeout(() => drop(worker), END_MS)
  }
  const report = async (id: string, worker: Worker, said: FromWorker): Promise<void> => {
    const answer = await invoke('analysis.report', { jobId: id, report: said })
    const over = said.kind === 'done' || said.kind === 'failed'
    if (over || (!answer.ok && answer.problem.code === 'not-found')) drop(worker)
    else if (answer.ok) follow(worker, answer.value.proceed)
  }

  const begin = (job: NonNullable<Awaited<ReturnType<typeof take>>>): void => {
    const worker = new Worker(new URL('../../analysis/worker.ts', import.meta.url), { type: 'module' })
    const id = job.jobId
    let reports = Promise.resolve()
    const say = (said: FromWorker): void => {
      reports = reports.then(() => report(id, worker, said)).catch(() => drop(worker))
    }
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => say(data)
    worker.onerror = () => say({ kind: 'failed', reason: 'stopped', part: null })
    current = { id, worker, last: 'run' }
    const { record, quick, checkpoint } = job
    const sources = job.sources.map((path) => new URL(path, location.href).href)
    send(worker, { type: 'pace', pace })
    send(worker, { type: 'start', job: { sources, record, quick, checkpoint } })
  }
  const take = async () => {
    const taken = await invoke('analysis.takeJob', undefined)
    return taken.ok ? taken.value : null
  }
  /** Asks what to do with the job at hand, or for one. */
  const look = async (): Promise<void> => {
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    askAgain = false
    if (current) await alive(current.id, current.worker)
    else {
      const job = await take()
      if (job) begin(job)
    }
    asking = false
    if (askAgain) void look()
  }
  const alive = async (id: string, worker: Worker): Promise<void> => {
    const answer = await invoke('analysis.report', { jobId: id, report: { kind: 'alive' } })
    if (answer.ok) follow(worker, answer.value.proceed)
    else if (answer.problem.code === 'not-found') drop(worker)
  }

  onEvent('analysis.jobs', () => void look())
  setInterval(() => {
    if (current) void look()
  }, HEARTBEAT_MS)
  let told: boolean | null = null
  watchPlayback(({ firstFrame, playing, seeking }) => {
    pace = seeking ? 'rest' : playing ? 'shared' : 'full'
    if (current) send(current.worker, { type: 'pace', pace })
    if (!firstFrame && playing === told) return
    told = playing
    void invoke('analysis.playback', { firstFrame, playing })
  })
  void look()
}
