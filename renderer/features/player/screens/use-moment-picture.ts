import { useEffect, useRef, useState } from 'react'
import { lastTime } from '../near-time.ts'
import { useInsight, usePlayer } from '../player-context.ts'
import { useThumbnail } from './use-analysis.ts'

/** Reads single pictures of a recording; made by the view that hosts the player. */
export type MomentPictures = {
  read: (path: string, atMs: number) => Promise<Blob | null>
  dispose: () => void
}

/** A pointer that moves on sooner asks for no picture. */
const REST_MS = 60
/** A picture of a moment this close stays until the next one is there. */
const CLOSE_MS = 5_000

/** The address of the picture at a moment, and of its screen until it is read; null: there is none. */
export const useMomentPicture = (seconds: number): string | null => {
  const { playable, pictures, playback } = usePlayer()
  const { analysis } = useInsight()
  const thumbnail = useThumbnail(analysis.thumbnails)
  const path = playable?.mp4 ?? playable?.hls ?? null
  const atMs = Math.round(seconds * 1_000)
  const [shownAt, setShownAt] = useState<{ url: string; atMs: number } | null>(null)
  const shown = useRef<string | null>(null)

  useEffect(() => {
    if (path === null || !pictures) return
    let here = true
    const read = (): void => {
      // What the player shows comes first: both would decode at the same time.
      if (playback()?.isSeeking()) {
        timer = setTimeout(read, REST_MS)
        return
      }
      void pictures.read(path, atMs).then((image) => {
        if (!image || !here) return
        if (shown.current) URL.revokeObjectURL(shown.current)
        shown.current = URL.createObjectURL(image)
        setShownAt({ url: shown.current, atMs })
      })
    }
    let timer = setTimeout(read, REST_MS)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [path, pictures, playback, atMs])
  useEffect(
    () => () => {
      if (shown.current) URL.revokeObjectURL(shown.current)
    },
    [],
  )

  if (shownAt && Math.abs(shownAt.atMs - atMs) <= CLOSE_MS) return shownAt.url
  const screens = analysis.record?.screens ?? []
  const starts = screens.map(({ startMs }) => startMs / 1_000)
  return screens.length === 0 ? null : thumbnail(Math.max(0, lastTime(starts, seconds)))
}
