import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import { inTurns } from '../../base/turns.ts'
import { readAddress } from '../storage/addresses.ts'
import { STEP } from './lines.ts'
import type { MediaPlaylist } from './model.ts'
import { bestVariant, playlistSteps } from './parse.ts'

export type LoadText = (url: string) => Promise<Result<string>>

const SOUND_APART = 'The audio is in a separate playlist and is not included.'

/** Every address of a list passes the check before the player sees the list (P20). */
const checkAddresses = function* (list: MediaPlaylist): Generator<undefined, Problem | null> {
  const urls = new Set<string>()
  for (const s of list.segments) {
    if (!s.gap) urls.add(s.url)
    if (s.key) urls.add(s.key.url)
    if (s.init) urls.add(s.init.url).add(s.init.key?.url ?? s.init.url)
  }
  let checked = 0
  for (const url of urls) {
    if (++checked % STEP === 0) yield
    const address = readAddress(url)
    if (!address.ok) return address.problem
  }
  return null
}

/**
 * The media playlist of a record; a list of variants leads to the best one, read by the same rules (P04). In turns: the
 * longest list takes a quarter of a second.
 */
export const loadPlaylist = async (text: string, loadText: LoadText): Promise<Result<MediaPlaylist>> => {
  let list = await inTurns(playlistSteps(text, null))
  let soundApart = false
  if (list.ok && list.value.kind === 'multivariant') {
    const best = bestVariant(list.value)
    soundApart = best.soundApart
    const variant = await loadText(best.url)
    if (!variant.ok) return variant
    list = await inTurns(playlistSteps(variant.value, best.url))
  }
  if (!list.ok) return list
  if (list.value.kind === 'multivariant') {
    return fail('bad-playlist', 'The playlist contains nested variants, which cannot be played.')
  }
  const problem = await inTurns(checkAddresses(list.value))
  if (problem) return { ok: false, problem }
  return ok(soundApart ? { ...list.value, warnings: [...list.value.warnings, SOUND_APART] } : list.value)
}
