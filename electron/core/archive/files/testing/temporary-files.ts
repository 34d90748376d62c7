import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sidecar } from '../../../../contract/models/archive-models.ts'

/** A folder of its own for one test, and its removal. */
export const temporaryFolder = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-files-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A metadata file that describes these bytes. */
export const sidecarFor = (bytes: Uint8Array, name = 'x.mp4', sessionId = 'AbC'): Sidecar => ({
  format: 'replay-desk-recording',
  version: 1,
  session: { id: sessionId, title: 'Invoices', status: 'closed', createdAt: '2026-01-02T03:04:05Z', closedAt: null },
  account: { label: 'Main', baseUrl: 'https://api.example.com/v1' },
  source: {
    kind: 'mp4',
    object: 'storage.example/bucket/video.mp4',
    segments: null,
    videoStartMs: 0,
    videoDurationMs: 6_000,
    expiresAt: null,
  },
  file: {
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    durationMs: 6_000,
    partial: false,
  },
  archivedAt: '2026-01-02T04:00:00Z',
  tool: 'replay-desk 0.1.0',
  warnings: [],
})

const run = (tool: 'mount' | 'umount', options: string[]) => spawnSync(tool, options)

/** A small disk in memory, or null where this process may not mount one. `options` as of mount(8). */
export const smallDisk = async (
  options: string,
): Promise<{ folder: string; remount: (options: string) => void; remove: () => Promise<void> } | null> => {
  const { folder, remove } = await temporaryFolder()
  const mounted = run('mount', ['-t', 'tmpfs', '-o', options, 'none', folder])
  if (mounted.status !== 0) {
    await remove()
    return null
  }
  return {
    folder,
    remount: (other) => {
      run('mount', ['-o', `remount,${other}`, folder])
    },
    remove: async () => {
      run('umount', [folder])
      await remove()
    },
  }
}
export const NO_MOUNT = 'this process may not mount a disk in memory'
