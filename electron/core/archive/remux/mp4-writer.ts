import { open, rm } from 'node:fs/promises'
import { WritableStream } from 'node:stream/web'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { createGatheredFile } from './gathered-file.ts'
import type { Packet, TrackConfig, TrackPackets } from './packets.ts'
import { sameConfig, withParameterSets } from './parameter-sets.ts'
import { forgetMaking } from './timeless.ts'

/** One tick of the clock that pictures are counted in; keeps nudged pictures apart. */
const TICK_S = 1 / 90_000

const mixed = (what: string) =>
  fail('media-error', `The ${what} changes during the recording, and one MP4 cannot hold both.`, {
    next: 'Its segments stay in the work folder.',
  })

type Track = {
  config: TrackConfig
  /** The configuration in force in the segments; the file was begun with `config`. */
  now: TrackConfig
  add: (packet: EncodedPacket) => Promise<void>
  /** The newest packet: its duration is known once the next one or the end is. */
  held: EncodedPacket | null
  /** When the first picture is shown; those of an open group before it cannot be drawn (P16). */
  start: number
  newest: number
  /** No packet may be shown before what the group of pictures before it shows last (P16). */
  floor: number
  skipped: number
  resized: boolean
}

/**
 * An MP4 that grows packet by packet, with its tables at the end: memory holds one entry a picture, never the
 * pictures (X11). The file counts only after `finish`. Throws what the disk throws.
 */
export const createMp4Writer = async (partPath: string) => {
  const file = await open(partPath, 'w+')
  const gathered = createGatheredFile(file)
  const sink = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => gathered.write(data, position),
    close: gathered.flush,
  })
  const target = new StreamTarget(sink as never)
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const tracks: Track[] = []
  let extra = 0

  const begin = async (found: TrackPackets[]): Promise<Result<void>> => {
    const first = [found.find(({ kind }) => kind === 'video'), found.find(({ kind }) => kind === 'audio')]
    for (const config of first) {
      if (!config) continue
      const state = {
        config,
        now: config,
        held: null,
        newest: 0,
        start: 0,
        floor: Number.NEGATIVE_INFINITY,
        skipped: 0,
        resized: false,
      }
      if (config.kind === 'video') {
        const source = new EncodedVideoPacketSource(config.codec)
        output.addVideoTrack(source)
        tracks.push({ ...state, add: (packet) => source.add(packet, { decoderConfig: config.config }) })
      } else {
        const source = new EncodedAudioPacketSource(config.codec)
        output.addAudioTrack(source)
        tracks.push({ ...state, add: (packet) => source.add(packet, { decoderConfig: config.config }) })
      }
    }
    await output.start()
    return ok(undefined)
  }

  const put = async (track: Track, packet: Packet, shift: number): Promise<void> => {
    const early = track.held ? packet.at + shift < track.start : !packet.key
    if (track.config.kind === 'video' && early) {
      track.skipped++ // it is drawn from pictures that are not there
      return
    }
    if (!track.held) track.start = packet.at + shift
    if (packet.key && track.held) track.floor = track.newest + TICK_S
    const at = Math.max(packet.at + shift, track.floor)
    if (track.held) await track.add(track.held)
    track.newest = track.held ? Math.max(track.newest, at) : at
    track.held = new EncodedPacket(packet.data, packet.key ? 'key' : 'delta', at, packet.duration)
  }

  const addTrack = async (track: Track, found: TrackPackets, shift: number): Promise<Result<void>> => {
    if (found.codec !== track.config.codec) return mixed('format')
    let packets = found.packets
    if (found.config !== track.now.config) {
      const changed = !sameConfig(found, track.now)
      track.now = found
      track.resized ||= changed
    }
    if (!sameConfig(track.now, track.config)) {
      const inBand = withParameterSets(track.now, track.config, packets)
      if (!inBand) return mixed('format')
      packets = inBand
    }
    for (const packet of packets) await put(track, packet, shift)
    return ok(undefined)
  }

  return {
    /** The packets of the next segment, `shift` seconds later than they say. */
    add: async (found: TrackPackets[], shift: number): Promise<Result<void>> => {
      if (tracks.length === 0 && found.length > 0) await begin(found)
      for (const track of tracks) {
        const mine = found.find(({ kind }) => kind === track.config.kind)
        const added = mine ? await addTrack(track, mine, shift) : ok(undefined)
        if (!added.ok) return added
      }
      extra = Math.max(extra, found.filter(({ kind }) => !tracks.some(({ config }) => config.kind === kind)).length)
      return ok(undefined)
    },
    /** Writes the tables; the last picture stands until `totalS`. Answers the size in bytes. */
    finish: async (totalS: number): Promise<number> => {
      for (const { held, newest, add, config } of tracks) {
        if (!held) continue
        const duration = config.kind === 'video' && totalS > newest ? totalS - newest : held.duration
        await add(held.clone({ duration }))
      }
      await output.finalize()
      await forgetMaking(file, gathered.end())
      await file.close()
      return gathered.end()
    },
    /** Closes and removes the file. */
    abandon: async (): Promise<void> => {
      await output.cancel().catch(() => {})
      await file.close().catch(() => {})
      await rm(partPath, { force: true })
    },
    /** True once a picture is there. */
    hasPictures: () => tracks.some(({ held, config }) => held && config.kind === 'video'),
    warnings: (): string[] =>
      [
        tracks.some(({ resized }) => resized) &&
          'The size or form of the picture changes during the recording; some players show only the first.',
        tracks.some(({ skipped }) => skipped > 0) &&
          `${tracks.reduce((sum, { skipped }) => sum + skipped, 0)} pictures before the first whole one were left out.`,
        extra > 0 && 'Sound that begins later in the recording was left out.',
      ].filter((line): line is string => line !== false),
  }
}

export type Mp4Writer = Awaited<ReturnType<typeof createMp4Writer>>
