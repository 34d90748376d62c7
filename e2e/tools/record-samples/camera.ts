import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { ffmpeg } from './package-recording.ts'

/** Shortest and longest distance of two frames in the video, seconds: at most 10 a second, one in 2 s while nothing moves. */
const SHORTEST = 0.1
const LONGEST = 2

/**
 * Films a page by CDP screencast. Frames carry the browser's own times; `stretch` adds time that was not waited
 * for, so that a run with a ten-minute wait can be filmed in one: the frames are real, that part of their times is not.
 */
export const startCamera = async (cdp: CDPSession) => {
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  const frames: { file: string; at: number }[] = []
  let stretched = 0
  let first: number | null = null

  const seconds = (stamp: number): number => {
    first ??= stamp
    return stamp - first + stretched
  }
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = seconds(metadata.timestamp ?? Date.now() / 1000)
    const file = join(folder, `${String(frames.length).padStart(6, '0')}.jpg`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, at })
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined) // the page may be closing
  })
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 95, everyNthFrame: 1 })

  return {
    /** Video time now, seconds. */
    now: (): number => (first === null ? 0 : Date.now() / 1000 - first + stretched),
    stretch: (s: number): void => {
      stretched += s
    },
    /** Encodes what was filmed: H.264, no sound, variable frame rate, a key frame at least every `keyEvery` seconds. */
    finish: async (target: string, options: { crf: number; keyEvery: number }): Promise<void> => {
      const end = first === null ? 0 : Date.now() / 1000 - first + stretched
      await cdp.send('Page.stopScreencast')
      const kept: { file: string; at: number }[] = []
      for (const frame of frames) {
        const last = kept.at(-1)
        if (last && frame.at - last.at < SHORTEST) last.file = frame.file
        else kept.push({ ...frame })
      }
      const lines = ['ffconcat version 1.0']
      for (const [index, frame] of kept.entries()) {
        let rest = Math.max((kept[index + 1]?.at ?? end) - frame.at, SHORTEST)
        while (rest > LONGEST) {
          lines.push(`file '${frame.file}'`, `duration ${LONGEST}`)
          rest -= LONGEST
        }
        lines.push(`file '${frame.file}'`, `duration ${rest.toFixed(3)}`)
      }
      const list = join(folder, 'list.txt')
      writeFileSync(list, `${lines.join('\n')}\n`)
      ffmpeg(
        ...['-f', 'concat', '-safe', '0', '-i', list, '-fps_mode', 'vfr', '-an'],
        ...['-vf', 'scale=in_range=pc:out_range=tv:out_color_matrix=bt709,format=yuv420p'],
        ...['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', String(options.crf)],
        // No B-frames: at one frame in two seconds they would delay the first picture by seconds.
        ...['-force_key_frames', `expr:gte(t,n_forced*${options.keyEvery})`, '-bf', '0', '-g', '600'],
        ...[
          '-colorspace',
          'bt709',
          '-color_primaries',
          'bt709',
          '-color_trc',
          'bt709',
          '-video_track_timescale',
          '1000',
        ],
        target,
      )
      rmSync(folder, { recursive: true })
    },
  }
}
export type Camera = Awaited<ReturnType<typeof startCamera>>
