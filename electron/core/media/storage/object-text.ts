import { fail, ok, type Result } from '../../../contract/result.ts'
import { type LinkSource, type OpenObject, Unsatisfiable } from './open-object.ts'
import { refusedPart } from './storage-problems.ts'
import { TransportFault } from './storage-transport.ts'

/** As much as an answer of the service may hold: 25,000 segments with long signatures. */
const LARGEST_TEXT_BYTES = 16 * 2 ** 20

/** One link as it is, without a lease. Never renews anything. */
export const plainLink = (url: string): LinkSource => ({
  link: () => ok({ url, generation: 0 }),
  renew: async (_generation, { status, code }) => ({ ok: false, problem: refusedPart(status, code) }),
  rejected: (_generation, { status, code }) => refusedPart(status, code),
  worked: () => {},
})

/** Reads a small text behind one link, such as the playlist of a variant (P04). Never renews anything. */
export const readText = async (openObject: OpenObject, url: string, signal: AbortSignal): Promise<Result<string>> => {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const opened = await openObject(plainLink(url), null, 'opaque', signal)
    for (let chunk = await opened.next(); chunk !== null; chunk = await opened.next()) {
      chunks.push(chunk)
      size += chunk.length
      if (size <= LARGEST_TEXT_BYTES) continue
      opened.close()
      return fail('bad-playlist', 'The playlist is too large.')
    }
    return ok(new TextDecoder().decode(Buffer.concat(chunks)))
  } catch (error) {
    if (error instanceof TransportFault) return { ok: false, problem: error.problem }
    if (error instanceof Unsatisfiable) return fail('bad-playlist', 'The playlist is empty.')
    throw error
  }
}
