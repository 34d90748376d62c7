import { execFile } from 'node:child_process'
import { contentKey, ffmpegCache } from './ffmpeg-cache.ts'
import { CELL_ROWS, CELLS, numberOf } from './numbered.ts'

/** A picture as it is shown: its number, and when, in seconds. */
export type Picture = { number: number; at: number }
export type Decoded = {
  /** In the order of the decoder, which is the order of showing. */
  pictures: Picture[]
  /** Lines of the decoder about what it could not read. */
  errors: string[]
}

type Ran = { stdout: Buffer; stderr: string; code: number }

/** Runs a program with its input and answers what it wrote, whatever its exit code. */
const runTool = (program: string, args: string[], input?: Buffer): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const options = { encoding: 'buffer' as const, maxBuffer: 2 ** 30, timeout: 60_000 }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0
      if (code === -1) reject(error)
      else resolve({ stdout, stderr: String(stderr), code })
    })
    child.stdin?.on('error', () => {}) // ffmpeg may close it before it has read everything
    child.stdin?.end(input)
  })

/** Runs ffmpeg and throws what it says when it fails. */
export const ffmpeg = async (args: string[], input?: Buffer): Promise<Buffer> => {
  const { stdout, stderr, code } = await runTool('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...args], input)
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${stderr}`)
  return stdout
}

const CELLS_OF_PICTURE = `crop=iw:floor(ih*${CELL_ROWS}/180):0:0,scale=${CELLS}:1:flags=area,format=gray`

/** The writer of raw pictures asks for rising times, which clocks that start over do not have. */
const OF_THE_OUTPUT = /^\[rawvideo @/

const decode = async (path: string): Promise<Decoded> => {
  const { stdout, stderr } = await runTool('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'level+info', '-copyts', '-noautorotate'],
    ...(path.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL'] : []),
    ...['-i', path, '-map', '0:v:0', '-an', '-vsync', 'passthrough'],
    ...['-vf', `showinfo=checksum=0,${CELLS_OF_PICTURE}`, '-f', 'rawvideo', '-'],
  ])
  const [, top = '0', bottom = '1'] = /config in time_base: (\d+)\/(\d+)/.exec(stderr) ?? []
  const times = [...stderr.matchAll(/\] \[info\] n: *\d+ pts: *(-?\d+)/g)].map(
    ([, pts]) => (Number(pts) * Number(top)) / Number(bottom),
  )
  const pictures = times.map((at, i) => ({ number: numberOf(stdout.subarray(i * CELLS, (i + 1) * CELLS)), at }))
  if (stdout.length !== times.length * CELLS)
    throw new Error(`${times.length} times for ${stdout.length / CELLS} pictures`)
  return {
    pictures,
    errors: stderr.split('\n').filter((line) => /\[(error|fatal)\]/.test(line) && !OF_THE_OUTPUT.test(line)),
  }
}

/** Every picture of a file or playlist as ffmpeg decodes and times it; turns are not applied. */
export const decodePictures = async (path: string): Promise<Decoded> =>
  ffmpegCache().made(['pictures', await contentKey(path)], () => decode(path))

/** What ffprobe says of one track, seconds. */
export type Track = {
  kind: 'video' | 'audio'
  fromS: number
  lengthS: number
  width: number
  height: number
  /** Width of a pixel by its height. */
  pixelAspect: number
  turn: number
}

type Probed = {
  codec_type: string
  start_time?: string
  duration?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  side_data_list?: { rotation?: number }[]
}

const ratioOf = (text = '1:1'): number => {
  const [width = 1, height = 1] = text.split(':').map(Number)
  return width / height || 1
}

const probe = async (path: string): Promise<Track[]> => {
  const { stdout } = await runTool('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path])
  const { streams = [] } = JSON.parse(String(stdout)) as { streams?: Probed[] }
  return streams.map((stream) => ({
    kind: stream.codec_type === 'audio' ? 'audio' : 'video',
    fromS: Number(stream.start_time ?? 0),
    lengthS: Number(stream.duration ?? 0),
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    pixelAspect: ratioOf(stream.sample_aspect_ratio),
    turn: Math.abs(stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0),
  }))
}

export const probeTracks = async (path: string): Promise<Track[]> =>
  ffmpegCache().made(['tracks', await contentKey(path)], () => probe(path))
