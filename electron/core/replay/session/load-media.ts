import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTurns } from '../../base/turns.ts'
import { sameListSteps } from '../../media/playlist/identity.ts'
import { type Measured, withMeasured } from '../../media/playlist/lengths.ts'
import { type LoadText, loadPlaylist } from '../../media/playlist/load-playlist.ts'
import type { MediaPlaylist } from '../../media/playlist/model.ts'
import { readAddress } from '../../media/storage/addresses.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import { type MediaItem, type MediaList, mediaListSteps, renewalSteps } from './media.ts'

/** All that one replay record says, checked and numbered. */
export type ReplayMedia = {
  list: MediaList | null
  mp4: MediaItem | null
  startMs: number | null
  /** A hint until the media is loaded (V01): the playlist's sum, else the record's value when it can be one. */
  durationMs: number | null
  warnings: string[]
  /** The list as it came, and what its entries without a length hold: a renewal reads none of them again. */
  lengths: { list: MediaPlaylist; measured: ReadonlyMap<number, Measured> } | null
  /** True from the renewal on that brought another list (P22). */
  changed: boolean
}

/** How entries without a length are measured. */
export type Measure = (list: MediaPlaylist) => Promise<ReadonlyMap<number, Measured>>

const LIST_CHANGED = 'The list of segments changed when the links were renewed.'

const readMp4 = (url: string | null): Result<MediaItem | null> => {
  if (url === null || url.trim() === '') return ok(null)
  const address = readAddress(url)
  return address.ok ? ok({ kind: 'segment', name: 'mp4', url, range: null, encrypted: false, absent: null }) : address
}

/** Recorders count the last picture differently; only a noticeable difference is reported. */
const differs = (a: number, b: number) => Math.abs(a - b) > Math.max(5_000, b / 10)

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`

/** Reads a replay record. Fails when nothing of it can be played; half of it is enough (P05). */
export const loadMedia = async (
  sessionId: string,
  record: ReplayRecord,
  previous: ReplayMedia | null,
  loadText: LoadText,
  measure: Measure = async () => new Map(),
): Promise<Result<ReplayMedia>> => {
  const mp4 = readMp4(record.mp4Url)
  const raw = record.playlist === null ? null : await loadPlaylist(record.playlist, loadText)
  const known = previous?.lengths ?? null
  const measured = raw?.ok
    ? known && (await inTurns(sameListSteps(known.list, raw.value)))
      ? known.measured
      : await measure(raw.value)
    : new Map()
  const list = raw?.ok && measured.size > 0 ? ok(withMeasured(raw.value, measured)) : raw
  const warnings: string[] = []
  if (!list?.ok && !(mp4.ok && mp4.value)) {
    if (list) return list
    if (!mp4.ok) return mp4
    return fail('no-recording', 'The service has no recording of this session yet.', {
      next: 'Retry later.',
    })
  }
  if (list && !list.ok)
    warnings.push(`The playlist cannot be used, so the MP4 is played instead. ${list.problem.message}`)
  if (!mp4.ok) warnings.push(`The MP4 cannot be used, so the playlist is played instead. ${mp4.problem.message}`)

  const old = previous?.list ?? null
  const renewed = list?.ok && old ? await inTurns(renewalSteps(sessionId, old, list.value)) : null
  const next = renewed?.list ?? (list?.ok ? await inTurns(mediaListSteps(sessionId, list.value)) : null)
  const changed = previous !== null && (previous.changed || (renewed?.changed ?? (old === null) !== (next === null)))
  if (changed) warnings.push(LIST_CHANGED)
  const said = record.durationMs !== null && record.durationMs > 0 ? record.durationMs : null
  if (next?.source.gapWarning) warnings.push(next.source.gapWarning)
  for (const warning of next?.source.warnings ?? []) warnings.push(warning)
  if (next && said !== null && differs(next.source.durationMs, said)) {
    warnings.push(`The service says ${inSeconds(said)}, the playlist ${inSeconds(next.source.durationMs)}.`)
  }
  return ok({
    list: next,
    mp4: mp4.ok ? mp4.value : null,
    startMs: record.startMs,
    durationMs: next?.source.durationMs ?? said,
    warnings,
    lengths: raw?.ok ? { list: raw.value, measured } : null,
    changed,
  })
}
