import { smallestOf } from '../../../contract/extremes.ts'
import { parseInstant } from '../../base/time.ts'

/** Raw value of a query parameter, name compared without case. The link itself is never rebuilt (P21). */
const parameters = (url: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const pair of (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&')) {
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase()
    try {
      if (!found.has(name)) found.set(name, equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1)))
    } catch {
      // a broken percent-encoding says nothing
    }
  }
  return found
}

/** Unix seconds (ms and nonsense are left out: 2001 to 2286). */
const unixSeconds = (text: string | undefined): number | null =>
  text !== undefined && /^\d{10}$/.test(text) ? Number(text) * 1000 : null

const dated = (date: string | undefined, lifeTime: string | undefined): number | null => {
  const from = parseInstant(date)
  return from !== null && lifeTime !== undefined && /^\d{1,9}$/.test(lifeTime) ? from + Number(lifeTime) * 1000 : null
}

/** CloudFront's custom policy carries the time inside; its base64 uses `-_~`. */
const policyTime = (policy: string | undefined): number | null => {
  if (policy === undefined || policy.length > 20_000) return null
  const base64 = policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/')
  const match = /"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d{10})\b/.exec(
    Buffer.from(base64, 'base64').toString(),
  )
  return unixSeconds(match?.[1])
}

/**
 * When the signature of a link stops working by its own text, epoch ms of the signer's clock; null when it
 * does not say. S3 and its kin, Google (`X-Goog-*`, `GoogleAccessId` with `Expires`), CloudFront, Azure (`se`).
 */
export const signatureExpiry = (url: string): number | null => {
  const p = parameters(url)
  const times = [
    dated(p.get('x-amz-date'), p.get('x-amz-expires')),
    dated(p.get('x-goog-date'), p.get('x-goog-expires')),
    dated(p.get('x-oss-date'), p.get('x-oss-expires')),
    unixSeconds(p.get('expires')),
    p.has('sig') ? parseInstant(p.get('se')) : null,
    policyTime(p.get('policy')),
  ].filter((time) => time !== null)
  return smallestOf(times)
}

/** The earliest of many links; null when none says. */
export const earliestSignatureExpiry = (urls: Iterable<string>): number | null => {
  let earliest: number | null = null
  for (const url of urls) {
    const time = signatureExpiry(url)
    if (time !== null && (earliest === null || time < earliest)) earliest = time
  }
  return earliest
}
