import { EncodedPacketSink, MP4 } from 'mediabunny'
import type { QuickLane } from '../../electron/contract/models/analysis-models.ts'
import { type Packet, quickLaneOf } from '../../electron/core/analysis/quick-lane.ts'
import { openVideo } from './decode-recording.ts'

/** Work it may cost; a container that does not say the sizes in one place takes longer and has no quick lane. */
const MOST_MS = 300

const readTables = async (url: string): Promise<QuickLane | null> => {
  const opened = await openVideo(url).catch(() => null)
  if (!opened) return null
  try {
    if ((await opened.input.getFormat()) !== MP4) return null
    const durationMs = ((await opened.track.getDurationFromMetadata()) ?? 0) * 1_000
    const packets: Packet[] = []
    const begun = performance.now()
    for await (const packet of new EncodedPacketSink(opened.track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      if (performance.now() - begun > MOST_MS) return null
      packets.push({ timeMs: packet.timestamp * 1_000, bytes: packet.byteLength, key: packet.type === 'key' })
    }
    return quickLaneOf(packets, durationMs)
  } catch {
    return null // the decoder tells why
  } finally {
    opened.input.dispose()
  }
}

/**
 * The approximate lane of a recording from the tables of its MP4, also when its playlist is what is decoded; null
 * without an MP4, or when that cannot be read.
 */
export const readQuickLane = async (urls: readonly string[]): Promise<QuickLane | null> => {
  // The playlist comes first where there is one. To open it costs a segment, and it says no sizes.
  for (const url of urls.toReversed()) {
    const lane = await readTables(url)
    if (lane) return lane
  }
  return null
}
