import { cookieWire } from '../service/wire.ts'
import { type HoldContext, holdCookie } from './meaning.ts'
import type { HeldCookie } from './types.ts'

/** 2026-07-01T12:00:00Z. Epoch ms. */
export const NOW = Date.UTC(2026, 6, 1, 12)
export const SECONDS = NOW / 1000

/** A record of the service, with the least it must have, as main holds it. */
export const held = (fields: Record<string, unknown> = {}, context: Partial<HoldContext> = {}): HeldCookie => {
  const record = cookieWire.parse({ name: 'n', value: 'v', domain: 'example.com', ...fields })
  return holdCookie(record, 'row', { now: NOW, sites: null, ...context })
}

export const codesOf = ({ row }: HeldCookie): string[] => row.flags.map((flag) => flag.code)
