import { formatOf, SNIFF_BYTES } from '../../replay/storage/sniff.ts'
import { type FragmentTrack, readFragmentPackets, readFragmentTrack } from './fragment-packets.ts'
import type { TrackConfig, TrackPackets } from './packets.ts'
import { readTsPackets } from './ts-packets.ts'

const loadAny = () => import('./any-packets.ts')

const onlyVideo = (configs: TrackConfig[]) => {
  const [config] = configs
  return configs.length === 1 && config?.kind === 'video' ? config : null
}

/**
 * Reads segments one after the other. The common forms, one track of video, are taken apart here in one pass;
 * mediabunny says what the decoder needs, once per configuration, and reads every other form.
 */
export const createSegmentReader = () => {
  let stream: { sets: string; config: ReturnType<typeof onlyVideo> } | null = null
  let fragments: { init: Buffer; track: FragmentTrack | null; config: ReturnType<typeof onlyVideo> } | null = null

  const readStream = async (body: Buffer): Promise<TrackPackets[] | null> => {
    const read = readTsPackets(body)
    if (!read) return null
    if (read.packets.length === 0) return [] // tables alone
    // A segment without sets of its own goes on with those before it.
    if (!stream || (read.sets !== '' && read.sets !== stream.sets)) {
      const configs = await (await loadAny()).readConfigs(body)
      stream = { sets: read.sets, config: onlyVideo(configs) }
    }
    return stream.config && [{ ...stream.config, packets: read.packets }]
  }

  const readFragments = async (init: Buffer, body: Buffer): Promise<TrackPackets[] | null> => {
    if (fragments?.init !== init) {
      const track = readFragmentTrack(init)
      const configs = track ? await (await loadAny()).readConfigs(Buffer.concat([init, body])) : []
      fragments = { init, track, config: onlyVideo(configs) }
    }
    const packets = fragments.track && readFragmentPackets(body, fragments.track)
    return packets && fragments.config && [{ ...fragments.config, packets }]
  }

  /** The tracks of one segment; none for a segment without media (P09). The init section decides the format (P15). */
  return async (body: Buffer, init: Buffer | null): Promise<TrackPackets[]> => {
    if (body.length === 0) return []
    const quick = init
      ? await readFragments(init, body)
      : formatOf(body.subarray(0, SNIFF_BYTES)) === 'ts'
        ? await readStream(body)
        : null
    return quick ?? (await loadAny()).readAnyPackets(init ? Buffer.concat([init, body]) : body)
  }
}
