import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import type { StoredItem } from '../../library/tables/archive-rows.ts'
import { quietLog } from '../../library/testing/test-library.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import type { HlsOutcome, Verified } from '../archive-types.ts'
import { takeClaim } from '../claims/claims.ts'
import { createKeptPairs } from '../claims/kept-pairs.ts'
import { createFiles } from '../files/archive-files.ts'
import { readSidecar } from '../files/metadata/sidecar.ts'
import { runItem } from './run-item.ts'

const BASE_URL = 'https://me.example'
const VERIFIED: Verified = {
  bytes: 3,
  durationMs: 1_000,
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', // of "abc"
  codec: 'avc',
  width: 1,
  height: 1,
  samples: [300, 40],
  pictures: 300,
  damage: null,
  warnings: [],
}
const NONE = { broken: 0, empty: 0, joint: 0, disorder: 0 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-back-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** One run of an item: what the transfer says of the file, and what the check of it finds. */
const run = async (kind: 'mp4' | 'hls', outcome: Partial<HlsOutcome>, verified: Partial<Verified>, accept = false) => {
  let item = {
    id: 'i',
    accountId: 'a',
    accountLabel: 'Me',
    baseUrl: BASE_URL,
    sessionId: 's',
    title: null,
    status: null,
    createdAt: null,
    closedAt: null,
    state: 'queued',
    source: null,
    bytes: 0,
    totalBytes: null,
    fileName: null,
    folder: null,
    sha256: null,
    durationMs: null,
    startMs: null,
    verified: false,
    imported: false,
    partial: false,
    acceptPartial: accept,
    warnings: [],
    problem: null,
    sidecar: null,
    linksExpireAt: null,
    addedAt: 0,
    finishedAt: null,
  } as StoredItem
  const url = (there: boolean) => (there ? 'https://store.example/x' : null)
  const record: ReplayRecord = {
    mp4Url: url(kind === 'mp4'),
    playlist: url(kind === 'hls'),
    expiresAt: null,
    startMs: null,
    durationMs: 1_000,
  }
  const present = async () => ok(record)
  const result = await runItem(item, {
    engine: {
      createLinks: () => ({ record: present, renew: present, dispose: () => {} }),
      fetchMp4: async ({ partPath }) => {
        writeFileSync(partPath, 'abc')
        return ok({ bytes: 3, etag: null, object: 'store.example/x', warnings: [] })
      },
      exportHls: async ({ partPath }) => {
        writeFileSync(partPath, 'abc')
        const whole = {
          bytes: 3,
          segments: 1,
          missing: [],
          partial: false,
          minor: false,
          samples: [300, 40],
          warnings: [],
        }
        return ok({ ...whole, ...outcome })
      },
      files: { ...createFiles(), verifyMp4: async () => ok({ ...VERIFIED, ...verified }) },
      claim: takeClaim,
      kept: createKeptPairs,
    },
    folder,
    account: () => null,
    settings: () => ({ archiveName: '{session}', archiveAtOnce: 1, archiveConnections: 1, leaseLeadS: 0 }),
    takenNames: () => new Set(),
    claimed: true,
    store: (patch) => {
      item = { ...item, ...patch }
      return ok(item)
    },
    onProgress: () => {},
    tries: 0,
    clock: createClock(),
    log: quietLog(),
    signal: new AbortController().signal,
    tool: 'test 1',
  })
  const sidecar = item.fileName ? await readSidecar(folder, item.fileName) : null
  return { result, item, file: sidecar?.ok ? sidecar.value.file : null }
}

describe('a file of ours', () => {
  it('is verified when every sample that was written is found again', async () => {
    const { result, item, file } = await run('hls', {}, {})
    expect(result).toEqual({ kind: 'done' })
    expect(item).toMatchObject({ state: 'done', verified: true, partial: false })
    expect(file).toMatchObject({ partial: false })
  })

  it.each([
    ['one picture less', { samples: [299, 40] }],
    ['a frame of sound more', { samples: [300, 41] }],
    ['a track less', { samples: [300] }],
    ['four damaged pictures of 300', { damage: { ...NONE, joint: 4 } }],
  ])('with %s than written is no recording, and nothing of it stays', async (_, verified) => {
    const { result } = await run('hls', {}, verified)
    expect(result).toMatchObject({ kind: 'failed', problem: { code: 'media-error' } })
    expect(await readdir(folder)).toEqual([])
  })

  it('with one damaged picture in 300 is kept and not called verified', async () => {
    const { item, file } = await run('hls', {}, { damage: { ...NONE, broken: 1 } })
    expect(item).toMatchObject({ state: 'done', verified: false })
    expect(file).toMatchObject({ damaged: true })
  })

  it('that lacks little is partial, and a later run does not fetch it again', async () => {
    const { item, file } = await run('hls', { partial: true, minor: true }, {})
    expect(item).toMatchObject({ state: 'done', partial: true })
    expect(file).toMatchObject({ partial: true, minor: true })
    const kept = createKeptPairs(folder)
    await kept.look()
    expect(await kept.sound(BASE_URL, 's', { acceptPartial: false })).toMatchObject({ name: item.fileName })
  })

  it('D22: that lacks a segment is fetched again unless that is accepted', async () => {
    await run('hls', { partial: true, missing: [2] }, {}, true)
    const kept = createKeptPairs(folder)
    await kept.look()
    expect(await kept.sound(BASE_URL, 's', { acceptPartial: false })).toBe(null)
    expect(await kept.sound(BASE_URL, 's', { acceptPartial: true })).not.toBe(null)
  })
})

it('the service’s own file is kept however damaged it is, with its label and never as verified', async () => {
  const warnings = ['The video data is damaged: of 300 pictures, 200 contain more than one image.']
  const { result, item, file } = await run('mp4', {}, { damage: { ...NONE, joint: 200 }, warnings })
  expect(result).toEqual({ kind: 'done' })
  expect(item).toMatchObject({ state: 'done', verified: false, warnings })
  expect(file).toMatchObject({ damaged: true, partial: false })
})
