import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { replaceByDraft } from '../files/disk/draft.ts'
import type { Span } from './range-set.ts'

const spanModel = z.tuple([z.int().min(0), z.int().min(1)]).refine(([first, end]) => end > first)
const spansModel = z.array(spanModel).max(10_000)

/**
 * Content of `<name>.mp4.part.json`. `spans` are written, which is enough while the computer runs; `synced` are
 * on the disk, which counts after a power loss. No link and no signature.
 */
const stateModel = z.object({
  format: z.literal('replay-desk-part'),
  version: z.literal(1),
  /** Host and path of the object, without query. */
  object: z.string(),
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  /** What `If-Range` is sent with. */
  strong: z.string().nullable(),
  total: z.int().min(1).nullable(),
  boot: z.string().nullable(),
  spans: spansModel,
  probe: z.string().nullable(),
  synced: spansModel,
  syncedProbe: z.string().nullable(),
})
type Stored = z.infer<typeof stateModel>

export type PartState = Omit<Stored, 'format' | 'version' | 'spans' | 'synced' | 'boot'> & {
  spans: Span[]
  synced: Span[]
}

/** Names this run of the computer; null where the system does not tell. */
const bootId = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

export const statePath = (partPath: string): string => `${partPath}.json`

const toSpans = (pairs: [number, number][]): Span[] => pairs.map(([first, end]) => ({ first, end }))
const toPairs = (spans: Span[]): [number, number][] => spans.map(({ first, end }) => [first, end])

/**
 * Reads the state beside a part; null when there is none that can be used. After a restart of the computer only
 * what was synced counts: `spans` then is that.
 */
export const readState = async (partPath: string): Promise<PartState | null> => {
  try {
    const parsed = stateModel.safeParse(JSON.parse(await readFile(statePath(partPath), 'utf8')))
    if (!parsed.success) return null
    const { format: _format, version: _version, boot, spans, synced, ...rest } = parsed.data
    const state = { ...rest, spans: toSpans(spans), synced: toSpans(synced) }
    const sameBoot = boot !== null && boot === bootId()
    return sameBoot ? state : { ...state, spans: state.synced, probe: state.syncedProbe }
  } catch {
    return null
  }
}

/**
 * Puts a new state in the place of the old one in one step, so that a kill leaves one of both. `durable` also brings
 * it to the disk. Throws the system's error.
 */
export const writeState = async (partPath: string, state: PartState, durable: boolean): Promise<void> => {
  const text: Stored = {
    format: 'replay-desk-part',
    version: 1,
    ...state,
    boot: bootId(),
    spans: toPairs(state.spans),
    synced: toPairs(state.synced),
  }
  await replaceByDraft(statePath(partPath), JSON.stringify(text), { sync: durable })
}
