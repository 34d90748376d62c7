import type { ArchiveItem } from '../../../../electron/contract/models/archive-models.ts'

/** An item for tests, with what the test is about put over it. */
export const testItem = (over: Partial<ArchiveItem> = {}): ArchiveItem => ({
  id: 'item-1',
  accountId: 'account-1',
  accountLabel: 'Work',
  sessionId: '8f3a52d0-6c1e-4b7f-9a30-1d2e3f4a5b6c',
  title: null,
  state: 'queued',
  source: null,
  bytes: 0,
  totalBytes: null,
  rate: null,
  leftMs: null,
  fileName: null,
  otherFolder: null,
  sha256: null,
  durationMs: null,
  verified: false,
  imported: false,
  partial: false,
  warnings: [],
  problem: null,
  linksExpireAt: null,
  addedAt: 0,
  finishedAt: null,
  ...over,
})
