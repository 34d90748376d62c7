import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PlaylistForm } from '../sample-session.ts'

const piece = z.object({ offset: z.int().min(0), bytes: z.int().min(1) })
const segment = piece.extend({ seconds: z.number().positive() })
const fileName = z.string().regex(/^[a-z0-9-]+\.(mp4|ts)$/)

/** One recording: each form is one file on disk; segments are slices of it, cut when served. */
const recordingModel = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  durationMs: z.int().positive(),
  size: z.object({ width: z.int(), height: z.int() }),
  codec: z.string(),
  /** What the run did, for the session's `steps`; times are video time. */
  steps: z.array(z.object({ atMs: z.int().min(0), action: z.string(), text: z.string() })).default([]),
  mp4: z.object({ file: fileName, bytes: z.int() }).optional(),
  ts: z.object({ file: fileName, bytes: z.int(), segments: z.array(segment).min(1) }).optional(),
  fmp4: z.object({ file: fileName, bytes: z.int(), init: piece, segments: z.array(segment).min(1) }).optional(),
})
export type Recording = z.infer<typeof recordingModel>
export const recordingsModel = z.object({ recordings: z.array(recordingModel).min(1) })

/** What the media server sends for a name below a recording. */
export type Slice = { file: string; offset: number; bytes: number; type: string }

const number = (index: number): string => String(index).padStart(4, '0')

/** Reads recordings.json of a folder. A broken folder is a fault of the package, so it throws. */
export const loadRecordings = async (folder: string): Promise<Map<string, Recording>> => {
  const text = await readFile(join(folder, 'recordings.json'), 'utf8')
  return new Map(recordingsModel.parse(JSON.parse(text)).recordings.map((one) => [one.id, one]))
}

/** Null for a name the recording does not have. */
export const findSlice = (recording: Recording, name: string): Slice | null => {
  const { mp4, ts, fmp4 } = recording
  if (name === 'video.mp4' && mp4) return { file: mp4.file, offset: 0, bytes: mp4.bytes, type: 'video/mp4' }
  if (name === 'stream.mp4' && fmp4) return { file: fmp4.file, offset: 0, bytes: fmp4.bytes, type: 'video/mp4' }
  if (name === 'init.mp4' && fmp4) return { file: fmp4.file, ...fmp4.init, type: 'video/mp4' }
  const match = /^(\d{4})\.(ts|m4s)$/.exec(name)
  const source = match?.[2] === 'ts' ? ts : fmp4
  const found = match ? source?.segments[Number(match[1])] : undefined
  if (!source || !found) return null
  const type = source === ts ? 'video/mp2t' : 'video/iso.segment'
  return { file: source.file, offset: found.offset, bytes: found.bytes, type }
}

/** Playlist text in one of the three forms; null when the recording does not have the form. */
export const writePlaylist = (recording: Recording, form: PlaylistForm, sign: (name: string) => string) => {
  const source = form === 'ts' ? recording.ts : recording.fmp4
  if (!source) return null
  const longest = Math.ceil(Math.max(...source.segments.map((one) => one.seconds)))
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${form === 'ts' ? 3 : 7}`, `#EXT-X-TARGETDURATION:${longest}`]
  lines.push('#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD')
  const whole = form === 'byte-range' ? sign('stream.mp4') : ''
  if (form === 'fmp4') lines.push(`#EXT-X-MAP:URI="${sign('init.mp4')}"`)
  if (form === 'byte-range' && recording.fmp4) {
    const { bytes, offset } = recording.fmp4.init
    lines.push(`#EXT-X-MAP:URI="${whole}",BYTERANGE="${bytes}@${offset}"`)
  }
  for (const [index, one] of source.segments.entries()) {
    lines.push(`#EXTINF:${one.seconds.toFixed(6)},`)
    // The first range names its offset, the others continue it, as packagers write them (P12).
    if (form === 'byte-range') lines.push(`#EXT-X-BYTERANGE:${one.bytes}${index === 0 ? `@${one.offset}` : ''}`, whole)
    else lines.push(sign(`${number(index)}.${form === 'ts' ? 'ts' : 'm4s'}`))
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}
