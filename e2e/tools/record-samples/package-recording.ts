import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { recordingsModel } from '../../../electron/sample/media/recordings.ts'

export type ManifestEntry = z.input<typeof recordingsModel>['recordings'][number]
export type Form = 'mp4' | 'ts' | 'fmp4'
type Piece = { offset: number; bytes: number }

export const ffmpeg = (...args: string[]): void => {
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args])
}

const probe = (file: string): { width: number; height: number; seconds: number } => {
  const text = execFileSync(process.env.FFPROBE ?? 'ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=width,height:format=duration',
    '-of',
    'json',
    file,
  ])
  const { streams, format } = JSON.parse(text.toString()) as {
    streams: { width: number; height: number }[]
    format: { duration: string }
  }
  const { width = 0, height = 0 } = streams[0] ?? {}
  return { width, height, seconds: Number(format.duration) }
}

/** Reads the single-file playlist that ffmpeg writes: where each segment lies, and how long it is. */
const readPieces = (text: string): { init: Piece | null; segments: (Piece & { seconds: number })[] } => {
  const map = /#EXT-X-MAP:.*BYTERANGE="(\d+)@(\d+)"/.exec(text)
  const segments = [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map((one) => ({
    offset: Number(one[3]),
    bytes: Number(one[2]),
    seconds: Number(one[1]),
  }))
  return { init: map ? { offset: Number(map[2]), bytes: Number(map[1]) } : null, segments }
}

/** Packs an encoded video into the wanted forms below `folder`, one file each, without encoding again. */
export const packRecording = (config: {
  source: string
  folder: string
  id: string
  title: string
  forms: Form[]
  steps: ManifestEntry['steps']
}): ManifestEntry => {
  const { source, folder, id, forms } = config
  mkdirSync(folder, { recursive: true })
  const { width, height, seconds } = probe(source)
  const entry: ManifestEntry = {
    id,
    title: config.title,
    durationMs: Math.round(seconds * 1000),
    size: { width, height },
    codec: 'avc1',
    steps: config.steps,
  }
  const hls = (kind: 'mpegts' | 'fmp4', file: string) => {
    const list = join(folder, `${id}.m3u8`)
    const made = join(folder, `${id}.${kind === 'mpegts' ? 'ts' : 'm4s'}`)
    const flags = [
      '-f',
      'hls',
      '-hls_time',
      '5',
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      kind,
      '-hls_flags',
      'single_file',
    ]
    ffmpeg('-i', source, '-c', 'copy', ...flags, list)
    const pieces = readPieces(readFileSync(list, 'utf8'))
    // ffmpeg guesses how long the last picture of a list is shown; the file knows it.
    const missing = seconds - pieces.segments.reduce((sum, one) => sum + one.seconds, 0)
    const last = pieces.segments.at(-1)
    if (last) last.seconds = Number(Math.max(0.04, last.seconds + missing).toFixed(6))
    rmSync(list)
    if (made !== join(folder, file)) renameSync(made, join(folder, file))
    return { file, bytes: statSync(join(folder, file)).size, ...pieces }
  }
  if (forms.includes('mp4')) {
    const file = `${id}.mp4`
    ffmpeg('-i', source, '-c', 'copy', '-movflags', '+faststart', join(folder, file))
    entry.mp4 = { file, bytes: statSync(join(folder, file)).size }
  }
  if (forms.includes('ts')) {
    const { file, bytes, segments } = hls('mpegts', `${id}.ts`)
    entry.ts = { file, bytes, segments }
  }
  if (forms.includes('fmp4')) {
    const { file, bytes, segments, init } = hls('fmp4', `${id}-stream.mp4`)
    if (!init) throw new Error(`${id}: no init section`)
    entry.fmp4 = { file, bytes, init, segments }
  }
  return entry
}
