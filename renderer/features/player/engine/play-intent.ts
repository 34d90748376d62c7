/**
 * Whether the person wants it to run. A source that is taken away, and an error, pause the element by themselves; the
 * person goes on watching as soon as there is something to show (K12).
 */
export const watchIntent = (video: HTMLVideoElement, signal: AbortSignal) => {
  let running = !video.paused
  let emptied = false
  /** Between two sources the element is paused by itself. */
  let left = false
  const on = (names: string, run: () => void) => {
    for (const name of names.split(' ')) video.addEventListener(name, run, { signal })
  }
  on('play', () => {
    running = true
  })
  // A source that goes pauses without this event, so that what is left are the person and the end.
  on('pause', () => {
    if (video.error === null) running = false
  })
  on('ended', () => {
    running = false
  })
  on('emptied', () => {
    emptied = true
  })
  on('loadedmetadata', () => {
    const goesOn = emptied && running && video.paused
    emptied = false
    left = false
    if (goesOn) void video.play().catch(() => undefined)
  })
  return {
    running: () => running,
    /** To be called before a source is taken away: that drops the event of a pause that was made just now (M23). */
    leaving: () => {
      if (!left && video.paused && video.error === null) running = false
      left = true
    },
  }
}
