import { fail, ok, type Result } from '../../../contract/result.ts'
import { type LinkSource, type OpenObject, Unsatisfiable } from './open-object.ts'
import { refusedPart } from './storage-problems.ts'
import { TransportFault, timedOut } from './storage-transport.ts'

/** As much as an answer of the service may hold: 25,000 segments with long signatures. */
const LARGEST_TEXT_BYTES = 16 * 2 ** 20

/** One link as it is, without a lease. Never renews anything. */
export const plainLink = (url: string): LinkSource => ({
  link: () => ok({ url, generation: 0 }),
  renew: async (_generation, { status, code }) => ({ ok: false, problem: refusedPart(status, code) }),
  rejected: (_generation, { status, code }) => refusedPart(status, code),
  worked: () => {},
})

/** As long as a text may take, ms: each byte renews the wait for the next one, so that the whole needs a bound. */
const LONGEST_MS = 120_000

/** Reads a small text behind one link, such as the playlist of a variant (P04). Never renews anything. */
export const readText = async (
  openObject: OpenObject,
  url: string,
  signal: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<Result<string>> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const late = AbortSignal.timeout(longestMs)
  try {
    const opened = await openObject(plainLink(url), null, 'opaque', AbortSignal.any([signal, late]))
    for (let chunk = await opened.next(); chunk !== null; chunk = await opened.next()) {
      chunks.push(chunk)
      size += chunk.length
      if (size <= LARGEST_TEXT_BYTES && !late.aborted) continue
      opened.close()
      return late.aborted
        ? { ok: false, problem: timedOut().problem }
        : fail('bad-playlist', 'The playlist is too large.')
    }
    return ok(new TextDecoder().decode(Buffer.concat(chunks)))
  } catch (error) {
    if (late.aborted && !signal.aborted) return { ok: false, problem: timedOut().problem }
    if (error instanceof TransportFault) return { ok: false, problem: error.problem }
    if (error instanceof Unsatisfiable) return fail('bad-playlist', 'The playlist is empty.')
    throw error
  }
}
