import { formatDuration, isoTime } from '../../contract/text/quantities.ts'
import { loadMedia } from '../../core/replay/session/load-media.ts'
import { connect } from '../connect.ts'
import type { Context, ServiceOptions } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { resolveId } from '../input/resolve-id.ts'
import { formatLeft, formatTime } from '../output/terminal-text.ts'
import { waitForRecording } from '../wait.ts'

export type ReplayOptions = ServiceOptions & { wait: number }

/** What the service has of one recording. The signed links themselves are secrets and are not shown. */
export const replay = async (context: Context, word: string, options: ReplayOptions): Promise<number> => {
  const { out, stop } = context
  const connected = await connect(context, options)
  if (!connected.ok) return out.problem(connected.problem)
  const { service, titleOf, close } = connected.value
  try {
    const meant = await resolveId(context, connected.value, word)
    if (!meant.ok) return out.problem(meant.problem)
    const sessionId = meant.value
    const answer = await waitForRecording(() => service.replay(sessionId, { signal: stop.signal }), {
      waitMs: options.wait * 1_000,
      signal: stop.signal,
      onWait: (left) => out.progress(`The recording is not ready yet; waiting up to ${formatLeft(left)}`),
    })
    out.progress(null)
    if (!answer.ok) return out.problem(answer.problem)
    const record = answer.value
    // A list of variants is not followed: that would be a request to the storage.
    const noRequest = async () => ({
      ok: false as const,
      problem: { code: 'cancelled' as const, message: 'not loaded' },
    })
    const media = await loadMedia(sessionId, record, null, noRequest)
    const list = media.ok ? media.value.list : null
    if (!media.ok && media.problem.code !== 'cancelled') return out.problem(media.problem)
    const expiresIn = record.expiresAt === null ? null : record.expiresAt - service.serverClock.now()
    const segments = list?.source.segments.length ?? null
    const durationMs = media.ok ? media.value.durationMs : record.durationMs
    out.record({
      session: sessionId,
      title: titleOf(sessionId),
      mp4: record.mp4Url !== null,
      playlist: record.playlist !== null,
      segments,
      startMs: record.startMs,
      durationMs,
      expiresAt: isoTime(record.expiresAt),
      warnings: media.ok ? media.value.warnings : [],
    })
    const life = expiresIn === null ? 'unknown' : expiresIn > 0 ? `in ${formatLeft(expiresIn)}` : 'past'
    out.table(
      ['Recording', sessionId],
      [
        ['Title', titleOf(sessionId) ?? '–'],
        ['MP4', record.mp4Url === null ? 'no' : 'yes'],
        ['Playlist', record.playlist === null ? 'no' : segments === null ? 'yes' : `yes, ${segments} segments`],
        ['Length', formatDuration(durationMs)],
        ['Links expire', `${life} (${formatTime(record.expiresAt)})`],
        ...(media.ok ? media.value.warnings.map((warning) => ['Warning', warning]) : []),
      ],
    )
    return EXIT.ok
  } finally {
    await close()
  }
}
