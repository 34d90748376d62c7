import { type Fail, fail, type Ok, ok } from '../../../contract/result.ts'

/** On every answer. Nothing of the storage's own headers is passed on. */
const STRICT = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Media for the page. There is no other status: what is not media is a problem (see `gateway.ts`). */
export const media = (
  status: 200 | 206,
  headers: Record<string, string>,
  body: string | ReadableStream<Uint8Array> | null,
): Ok<Response> => ok(new Response(body, { status, headers: { ...STRICT, ...headers } }))

/** A range that begins behind the last byte. A player asks for one only when the recording became shorter. */
export const notSatisfiable = (): Fail =>
  fail('media-error', 'The recording ends before the requested position.', { next: 'Reload it.', status: 416 })
