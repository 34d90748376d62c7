/** Amid a file Chromium repeats a failed load for half a minute before it reports an error: core knows earlier. */
const STALLED_MS = 2_000

/**
 * A new address for each load. Chromium keeps what came from an address and uses it again for 300 s after its last use
 * (`UrlData::Valid`), so that behind the old one the bytes of two recordings could be mixed after a renewal.
 */
const freshAddress = (path: string): string => `${path}?load=${crypto.randomUUID()}`

/** Gives the element the MP4 at `path`, and starts it when it is to run: the next load must know that it goes on. */
export const loadMp4 = (video: HTMLVideoElement, path: string, running: boolean): void => {
  video.src = freshAddress(path)
  video.load()
  if (running) void video.play().catch(() => undefined)
}

/** What an element that loads by itself does not report: stalls, and where it is to begin. */
export const watchMp4 = (
  video: HTMLVideoElement,
  deps: {
    /** Whether the element plays the MP4 at this moment. */
    inUse: () => boolean
    /** Where it is to begin, seconds; a place outside the media counts as 0 (V04). */
    startS: () => number
    /** A load waits to be tried again. */
    isPending: () => boolean
    onData: () => void
    /** `code` as in `MediaError`, or 0 for a stall. */
    onFault: (code: number, details: string) => Promise<void>
  },
  signal: AbortSignal,
): void => {
  const { inUse, isPending } = deps
  let stalled: ReturnType<typeof setTimeout> | undefined
  const onStall = () => {
    clearTimeout(stalled)
    stalled = setTimeout(async () => {
      await deps.onFault(0, 'stalled')
      if (inUse() && !isPending() && video.readyState < 3 && (video.seeking || !video.paused)) onStall()
    }, STALLED_MS)
  }
  const onMetadata = () => {
    const startS = deps.startS()
    if (inUse() && startS > 0) video.currentTime = startS < video.duration ? startS : 0
  }
  const onData = () => {
    clearTimeout(stalled)
    if (inUse()) deps.onData()
  }
  for (const name of ['waiting', 'seeking']) video.addEventListener(name, onStall, { signal })
  video.addEventListener('loadedmetadata', onMetadata, { signal })
  for (const name of ['loadeddata', 'canplay']) video.addEventListener(name, onData, { signal })
  signal.addEventListener('abort', () => clearTimeout(stalled), { once: true })
}
