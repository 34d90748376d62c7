import type { LoadActivity } from '../stream/loaders.ts'
import { spansOf } from '../timeline/axis.ts'
import { createWatchdog, type Rescue } from './watchdog.ts'

const LOOK_MS = 250

/**
 * Looks at the element four times a second and hands on what the watchdog asks for. An element that loads by itself (MP4)
 * reports bytes by `progress` alone; `activity` is null then.
 */
export const watchMedia = (
  video: HTMLVideoElement,
  deps: {
    activity: () => LoadActivity | null
    waiting: () => boolean
    running: () => boolean
    rescue: (rescue: Rescue) => void
  },
  signal: AbortSignal,
): void => {
  const watchdog = createWatchdog(() => performance.now())
  let progress = 0
  video.addEventListener('progress', () => (progress += 1), { signal })
  const look = () => {
    const loads = deps.activity() ?? {
      requests: video.networkState === HTMLMediaElement.NETWORK_LOADING ? 1 : 0,
      bytes: progress,
      repeats: 0,
    }
    const rescue = watchdog.look({
      ...loads,
      atS: video.currentTime,
      readyState: video.readyState,
      seeking: video.seeking,
      running: deps.running() && !video.ended,
      buffered: spansOf(video.buffered),
      waiting: deps.waiting(),
      hidden: document.visibilityState === 'hidden',
    })
    if (rescue) deps.rescue(rescue)
  }
  const timer = setInterval(look, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
