import type { Recording } from '../media/recordings.ts'
import type { SampleReplay, SampleSession } from '../sample-session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ids of the hand-made sessions, by what they show. */
export const sampleIds = {
  active: '0d5c3c1e-7b1f-4a52-9c36-5a0f6f0e21b4',
  processing: '5e1a9f60-2f77-4c0b-8d4e-c1b3a2907f15',
  shopCheckout: 'b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a',
  codeRefused: 'c2790b4f-1d8e-4e35-b6a1-f80d52c7349e',
  invoices: '41e6d8a3-c5f0-4b97-8e12-9a7d03f6b5c8',
  ferryTimetable: 'f7a3150c-6e29-4d84-91bb-2c8e4f70d163',
  ticketDesk: '93c0f5b2-48a7-4961-bd0f-e6517a2c8d34',
  accountSettings: '2ab84d9e-f316-4075-a8c9-50e1b7d3f246',
  stockTable: 'e05d7f18-3b9a-4c26-9f74-81c6a0d2e5b3',
  ledgerReport: '7614c9ea-d082-4f5b-b137-4e9f8a05c2d6',
  noFrames: 'a90e37c5-52f4-4d18-86eb-0b7c9d41f3a2',
  recordingFailed: '38d1b6f0-ae47-4923-9dc5-67f2e8104bca',
  nullFields: 'd46f82b9-07c5-4e3a-b290-15a8d3c7e6f0',
  noRecording: '1fb7a05d-e894-4c6f-8a3e-d92c50f14b78',
} as const

type Plan = {
  id: string
  title: string
  /** Before now, ms. */
  ago: number
  replay: SampleReplay
  status?: string
  error?: string
  closeReason?: string
  /** Length of the session where no recording tells it, ms. */
  lasted?: number
  browserType?: string
}

const plans = (processingMs: number, now: number): Plan[] => [
  {
    id: sampleIds.active,
    title: 'Watch ferry prices to Storholm',
    ago: 4 * MINUTE,
    replay: { kind: 'active' },
    status: 'active',
  },
  {
    id: sampleIds.processing,
    title: 'Reorder low stock at Aldermill Tools',
    ago: 3 * MINUTE,
    replay: {
      kind: 'processing',
      readyAt: now + processingMs,
      after: { kind: 'ready', recording: 'stock-table', playlist: 'fmp4', startMs: 720 },
    },
    lasted: 96_400,
  },
  {
    id: sampleIds.shopCheckout,
    title: 'Buy two enamel mugs at Harbour & Pine',
    ago: 38 * MINUTE,
    replay: { kind: 'ready', recording: 'shop-checkout', playlist: 'ts', mp4: true, startMs: 860 },
  },
  {
    id: sampleIds.codeRefused,
    title: 'Download October invoices, first try',
    ago: 2 * HOUR + 7 * MINUTE,
    replay: { kind: 'ready', recording: 'portal-code-refused', playlist: 'fmp4', startMs: 1_240 },
    status: 'error',
    error: 'Login failed: wrong one-time code',
    closeReason: 'error',
  },
  {
    id: sampleIds.invoices,
    title: 'Download October invoices, second try',
    ago: HOUR + 52 * MINUTE,
    replay: { kind: 'ready', recording: 'portal-invoices', playlist: 'byte-range', startMs: 1_105 },
  },
  {
    id: sampleIds.ferryTimetable,
    title: 'Find a crossing to Storholm on Friday',
    ago: 5 * HOUR,
    replay: { kind: 'ready', recording: 'ferry-timetable', mp4: true, startMs: 640 },
  },
  {
    id: sampleIds.ticketDesk,
    title: 'Answer the refund request in the ticket desk',
    ago: 9 * HOUR + 20 * MINUTE,
    replay: { kind: 'ready', recording: 'ticket-desk', playlist: 'ts', startMs: 930 },
  },
  {
    id: sampleIds.accountSettings,
    title: 'Change billing address, invalid VAT number',
    ago: DAY + 3 * HOUR,
    replay: { kind: 'ready', recording: 'account-settings', playlist: 'fmp4', mp4: true, startMs: 0 },
  },
  {
    id: sampleIds.stockTable,
    title: 'Export stock below minimum',
    ago: DAY + 4 * HOUR,
    replay: { kind: 'ready', recording: 'stock-table', playlist: 'ts', startMs: null },
  },
  {
    id: sampleIds.ledgerReport,
    title: 'Build the yearly ledger report',
    ago: DAY + 6 * HOUR,
    replay: { kind: 'ready', recording: 'ledger-report', playlist: 'byte-range', mp4: true, startMs: 1_480 },
  },
  {
    id: sampleIds.noFrames,
    title: 'Check opening hours of Orchard Lane Clinic',
    ago: DAY + 8 * HOUR,
    replay: { kind: 'no-frames' },
    status: 'error',
    error: 'Page crashed before the first frame',
    closeReason: 'error',
    lasted: 3_180,
    browserType: 'firefox',
  },
  {
    id: sampleIds.recordingFailed,
    title: 'Collect statements from Hollowell Bank',
    ago: 2 * DAY,
    replay: { kind: 'failed' },
    lasted: 214_700,
  },
  {
    id: sampleIds.nullFields,
    title: 'Read delivery status of order 20418',
    ago: 2 * DAY + 2 * HOUR,
    replay: { kind: 'empty' },
    status: 'timed_out',
    closeReason: 'idle_timeout',
    lasted: 301_000,
  },
  {
    id: sampleIds.noRecording,
    title: 'Cancel the trial at Tideway Ferries',
    ago: 2 * DAY + 5 * HOUR,
    replay: { kind: 'unavailable' },
    lasted: 47_900,
  },
]

const readyPart = (replay: SampleReplay): Extract<SampleReplay, { kind: 'ready' }> | null => {
  if (replay.kind === 'processing') return readyPart(replay.after)
  return replay.kind === 'ready' ? replay : null
}

/** The sessions of the sample workspace, relative to `now` (epoch ms, server clock). */
export const handMadeSessions = (
  recordings: Map<string, Recording>,
  now: number,
  processingMs: number,
): SampleSession[] =>
  plans(processingMs, now).map((plan, index) => {
    const ready = readyPart(plan.replay)
    const recording = ready ? recordings.get(ready.recording) : undefined
    // A little longer than its recording: the browser starts before the first frame and ends after the last.
    const lasted = recording
      ? recording.durationMs + (ready?.startMs ?? 900) + 1_700 + index * 137
      : (plan.lasted ?? 60_000)
    // Whole milliseconds that are no round figures, so that every form of time has something to lose.
    const createdAt = Math.floor(now - plan.ago) - index * 7_351
    const status = plan.status ?? 'closed'
    return {
      id: plan.id,
      title: plan.title,
      status,
      createdAt,
      closedAt: status === 'active' ? null : createdAt + lasted,
      error: plan.error ?? null,
      closeReason: plan.closeReason ?? (status === 'active' ? null : 'user_action'),
      browserType: plan.browserType ?? 'chromium',
      viewport: recording ? { ...recording.size } : { width: 1280, height: 720 },
      steps: recording?.steps ?? [],
      replay: plan.replay,
    }
  })
