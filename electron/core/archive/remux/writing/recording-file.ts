import { constants } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { isMissing } from '../../files/disk/disk-problems.ts'
import { openPart } from '../../transfer/part-file.ts'
import { type Claim, type Journal, openJournal, readJournal, type Slot } from './export-journal.ts'
import { MEDIA_START } from './movie-box.ts'
import { createMp4File, emptyState, type Mp4File } from './mp4-file.ts'
import { type StoredChange, storeChanges } from './table-record.ts'

/** So much is brought to the disk at once; a power loss costs no more. */
const SYNC_BYTES = 256 * 1024 ** 2

/** Entries that end sooner after the newest claim share the next one, or the state of the reader costs more than reading. */
const CLAIM_MS = 20
const CLAIM_BYTES = 4 * 1024 ** 2

/** A border between two entries of the list: all a later try needs to go on from there. */
type Border<Facts> = { claim: Claim<Facts>; state: Uint8Array }
type Pending<Facts> = Border<Facts> & { changes: StoredChange[]; bytes: Buffer[] }

/** A new file, never one that lies there, nor what a link that lies there leads to. */
const createEmpty = async (path: string): Promise<void> => {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
  await (await open(path, flags)).close()
}

export type RecordingFileConfig = {
  partPath: string
  /** Holds the journal. */
  folder: string
  fingerprint: string
  /** Go on with a file that has holes. */
  mayMiss: boolean
  signal: AbortSignal
}

/**
 * The part of a recording and the journal beside it. Each entry of the list that is done is claimed in the journal
 * after its bytes are in the part, so that a later attempt resumes after it. Throws what the disk throws; rejects with
 * the signal's reason when aborted.
 */
export const openRecordingFile = async <Facts>(config: RecordingFileConfig) => {
  const { partPath, folder, fingerprint } = config
  const resumed = await readJournal<Facts>(folder, partPath, config)
  if (!resumed) await createEmpty(partPath)
  const part = await openPart(partPath, () => null)
  let mp4: Mp4File
  let journal: Journal<Facts>
  try {
    mp4 = await createMp4File(part, resumed?.file ?? emptyState())
    journal = await openJournal<Facts>(folder, fingerprint, resumed?.journal ?? null)
  } catch (error) {
    await part.close()
    throw error
  }
  let border: Border<Facts> | null = resumed ? { claim: resumed.claim, state: resumed.state } : null
  let pending: Pending<Facts> | null = null
  let running: Promise<void> | null = null
  let broken: { error: unknown } | null = null
  let claimedAt = Number.NEGATIVE_INFINITY
  let synced = resumed?.file.end ?? MEDIA_START

  const write = async (next: Pending<Facts>, slot: Slot): Promise<void> => {
    await mp4.flush()
    if (slot === 'synced') {
      await mp4.sync()
      synced = next.claim.end
    }
    await journal.claim(next.claim, { changes: next.changes, bytes: Buffer.concat(next.bytes) }, next.state, slot)
  }
  const run = async (): Promise<void> => {
    try {
      for (let next = pending; next; next = pending) {
        pending = null
        await write(next, next.claim.end - synced >= SYNC_BYTES ? 'synced' : 'running')
      }
    } catch (error) {
      broken = { error }
    }
    running = null
  }
  const settle = async (): Promise<void> => {
    while (running) await running
    if (broken) throw broken.error
  }

  return {
    mp4,
    /** The newest border, null: nothing is there yet. A reader made of its state resumes there. */
    border: (): Border<Facts> | null => border,
    /** True when samples are in the file that no claim speaks of. */
    isAhead: (): boolean => mp4.end() !== (border?.claim.end ?? MEDIA_START),
    /**
     * Entries of the list before `next` are in the file. The journal says so as soon as the disk is ready for it; a
     * claim that need not be now (`must` false) may wait for the next one.
     */
    claim: (next: number, skipped: number, facts: Facts, state: () => Uint8Array, must: boolean): void => {
      if (broken) throw broken.error
      const now = performance.now()
      const isSoon = now - claimedAt < CLAIM_MS && mp4.end() - (border?.claim.end ?? MEDIA_START) < CLAIM_BYTES
      if (!must && (running || isSoon)) return
      if (border?.claim.next === next) return
      claimedAt = now
      const { end, crc, changes } = mp4.take()
      const stored = storeChanges([...mp4.tables()], changes)
      const claim = { next, end, crc, skipped, refused: false, facts: structuredClone(facts) }
      border = { claim, state: state() }
      pending = {
        ...border,
        changes: [...(pending?.changes ?? []), ...stored.changes],
        bytes: [...(pending?.bytes ?? []), Buffer.from(stored.bytes)],
      }
      running ??= run()
    },
    /** All that was claimed is in the journal. */
    settle,
    /** The newest border stays usable however the export continues: what follows it is not whole. */
    keepBorder: async (): Promise<void> => {
      await settle()
      if (border) await write({ ...border, changes: [], bytes: [] }, 'whole')
    },
    /** The file lacks so much that it needs consent: the next attempt starts over without it. */
    refuse: async (): Promise<void> => {
      await settle()
      if (border)
        await write(
          { claim: { ...border.claim, refused: true }, state: border.state, changes: [], bytes: [] },
          'running',
        )
    },
    close: async (): Promise<void> => {
      await settle().catch(() => {})
      await mp4.flush().catch(() => {})
      await mp4.close()
      await journal.close()
    },
  }
}

export type RecordingFile<Facts> = Awaited<ReturnType<typeof openRecordingFile<Facts>>>
