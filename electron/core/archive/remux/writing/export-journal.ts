import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { MEDIA_START } from './movie-box.ts'
import { emptyState, type FileState } from './mp4-file.ts'
import { applyChanges, type StoredChange } from './table-record.ts'

const NAME = 'journal.bin'
const VERSION = 1
const MARK = 0x52444a52 // "RDJR"
/** Mark, length and CRC-32 of the record. */
const HEAD_BYTES = 12
const LARGEST_RECORD = 256 * 1024 ** 2
const READ_BYTES = 1024 ** 2
const NO_LINK = constants.O_NOFOLLOW ?? 0

/**
 * Where the reader's state is kept: two slots in turn, two more for what was brought to the disk, and one that
 * stays as it is in front of the first missing segment.
 */
export type Slot = 'running' | 'synced' | 'whole'
const SLOTS: Record<Slot, readonly string[]> = {
  running: ['state-0.bin', 'state-1.bin'],
  synced: ['state-2.bin', 'state-3.bin'],
  whole: ['state-4.bin'],
}

/** One claim of the journal: so far the part is right. */
export type Claim<Facts> = {
  /** Entries of the list that are done. */
  next: number
  end: number
  crc: number
  /** Entries that were left out, so far. */
  skipped: number
  /** Complete, but refused for what it lacks: only an attempt with consent resumes it. */
  refused: boolean
  facts: Facts
}
type Entry<Facts> = Claim<Facts> & { state: { name: string; bytes: number; crc: number }; changes: StoredChange[] }

const sealed = (payload: Buffer): Buffer[] => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(MARK)
  head.writeUInt32BE(payload.length, 4)
  head.writeUInt32BE(crc32(payload), 8)
  return [head, payload]
}

/** The records of a journal up to the first that is not whole, and where that one begins. */
const readRecords = async (file: FileHandle): Promise<{ payloads: Buffer[]; end: number }> => {
  const bytes = await file.readFile()
  const payloads: Buffer[] = []
  let at = 0
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at + 4)
    const from = at + HEAD_BYTES
    if (bytes.readUInt32BE(at) !== MARK || length > LARGEST_RECORD || from + length > bytes.length) break
    const payload = bytes.subarray(from, from + length)
    if (crc32(payload) !== bytes.readUInt32BE(at + 8)) break
    payloads.push(payload)
    at = from + length
  }
  return { payloads, end: at }
}

const parse = <Facts>(payload: Buffer): { record: Entry<Facts>; tables: Buffer } => {
  const length = payload.readUInt32BE(0)
  return {
    record: JSON.parse(payload.toString('utf8', 4, 4 + length)) as Entry<Facts>,
    tables: payload.subarray(4 + length),
  }
}

/** How many of the claims hold for the bytes that are there: each CRC is checked where its claim ends. */
const countTrue = async (
  part: FileHandle,
  claims: readonly { end: number; crc: number }[],
  signal: AbortSignal,
): Promise<number> => {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  let at = MEDIA_START
  let crc = 0
  for (const [index, claim] of claims.entries()) {
    while (at < claim.end) {
      signal.throwIfAborted()
      const { bytesRead } = await part.read(buffer, 0, Math.min(READ_BYTES, claim.end - at), at)
      if (bytesRead === 0) return index
      crc = crc32(buffer.subarray(0, bytesRead), crc)
      at += bytesRead
    }
    if (at !== claim.end || crc !== claim.crc) return index
  }
  return claims.length
}

const readState = async (folder: string, { name, bytes, crc }: Entry<unknown>['state']): Promise<Buffer | null> => {
  const file = await open(join(folder, name), constants.O_RDONLY | NO_LINK).catch(() => null)
  if (!file) return null
  try {
    const state = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(state, 0, bytes, 0)
    return bytesRead === bytes && crc32(state) === crc ? state : null
  } finally {
    await file.close()
  }
}

/** Where an export resumes: after the newest entry that is true for journal, state and part alike. */
export type Resumed<Facts> = {
  claim: Claim<Facts>
  file: FileState
  /** The reader's. */
  state: Uint8Array
  /** Where the journal continues, and the slot that its newest entry needs. */
  journal: { end: number; slot: string }
}

/**
 * Looks for the newest claim that is true. Null: start over. `mayMiss` false leaves out claims of a file with a
 * hole. Bytes that a kill or a power loss took, or another program changed, are found by their CRC.
 */
export const readJournal = async <Facts>(
  folder: string,
  partPath: string,
  options: { fingerprint: string; mayMiss: boolean; signal: AbortSignal },
): Promise<Resumed<Facts> | null> => {
  const isFile = async (path: string) => (await lstat(path).catch(() => null))?.isFile() ?? false
  const path = join(folder, NAME)
  if (!(await isFile(path)) || !(await isFile(partPath))) return null
  const handle = await open(path, constants.O_RDONLY | NO_LINK)
  const part = await open(partPath, constants.O_RDONLY | NO_LINK).catch(async (error) => {
    await handle.close()
    throw error
  })
  try {
    const { payloads } = await readRecords(handle)
    const [head, ...rest] = payloads
    if (!head) return null
    const said = JSON.parse(head.toString('utf8')) as { version?: number; fingerprint?: string }
    if (said.version !== VERSION || said.fingerprint !== options.fingerprint) return null
    const records = rest.map((payload) => ({ ...parse<Facts>(payload), bytes: HEAD_BYTES + payload.length }))
    let count = await countTrue(
      part,
      records.map(({ record }) => record),
      options.signal,
    )
    if (!options.mayMiss && records[count - 1]?.record.refused) return null
    let state: Buffer | null = null
    for (; count > 0 && state === null; count--) {
      const { record } = records[count - 1] as (typeof records)[number]
      if (options.mayMiss || record.skipped === 0) state = await readState(folder, record.state)
      if (state) break
    }
    if (!state) return null
    const file = emptyState()
    let journalEnd = HEAD_BYTES + head.length
    for (const { record, tables, bytes } of records.slice(0, count)) {
      applyChanges(file.tables, { changes: record.changes, bytes: tables }, file.end)
      file.end = record.end
      file.crc = record.crc
      journalEnd += bytes
    }
    const newest = (records[count - 1] as (typeof records)[number]).record
    const { next, end, crc, skipped, refused, facts } = newest
    const journal = { end: journalEnd, slot: newest.state.name }
    return { claim: { next, end, crc, skipped, refused, facts }, file, state, journal }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null // no journal of ours
    throw error
  } finally {
    await Promise.all([handle.close(), part.close()])
  }
}

const writeAll = async (file: FileHandle, parts: Buffer[], at: number): Promise<void> => {
  const bytes = Buffer.concat(parts)
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  }
}

/**
 * Opens the journal for writing: after `from`, or from the start. A claim is written after its state and after the bytes it
 * speaks of, so that a kill at any moment leaves only true ones. Throws what the disk throws.
 */
export const openJournal = async <Facts>(
  folder: string,
  fingerprint: string,
  from: Resumed<Facts>['journal'] | null,
) => {
  const path = join(folder, NAME)
  if (from === null) {
    for (const name of [NAME, ...Object.values(SLOTS).flat()]) await rm(join(folder, name), { force: true })
  }
  const create = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_LINK
  const file = await open(path, from === null ? create : constants.O_RDWR | NO_LINK)
  let end = from?.end ?? 0
  let newest = from?.slot ?? ''
  let lastSynced = newest
  const states = new Map<string, FileHandle>()

  const append = async (payload: Buffer): Promise<void> => {
    const parts = sealed(payload)
    await writeAll(file, parts, end)
    end += HEAD_BYTES + payload.length
  }
  const slotFile = async (name: string): Promise<FileHandle> => {
    const known = states.get(name)
    if (known) return known
    await rm(join(folder, name), { force: true })
    const opened = await open(join(folder, name), create)
    states.set(name, opened)
    return opened
  }

  try {
    await file.truncate(end)
    if (from === null) await append(Buffer.from(JSON.stringify({ version: VERSION, fingerprint })))
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    /** Writes the state into a slot that the newest claim does not need, then the claim. */
    claim: async (
      claim: Claim<Facts>,
      stored: { changes: StoredChange[]; bytes: Buffer },
      state: Uint8Array,
      slot: Slot,
    ): Promise<void> => {
      const needed = slot === 'synced' ? lastSynced : newest
      const name = SLOTS[slot].find((one) => one !== needed) ?? needed
      const bytes = Buffer.from(state.buffer, state.byteOffset, state.length)
      const kept = await slotFile(name)
      await writeAll(kept, [bytes], 0)
      if (slot !== 'running') await kept.datasync()
      const record: Entry<Facts> = {
        ...claim,
        changes: stored.changes,
        state: { name, bytes: state.length, crc: crc32(bytes) },
      }
      const json = Buffer.from(JSON.stringify(record))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(json.length)
      await append(Buffer.concat([length, json, stored.bytes]))
      newest = name
      if (slot === 'synced') lastSynced = name
      if (slot !== 'running') await file.datasync()
    },
    close: async (): Promise<void> => {
      await file.close()
      for (const state of states.values()) await state.close()
    },
  }
}

export type Journal<Facts> = Awaited<ReturnType<typeof openJournal<Facts>>>
