import { z } from 'zod'

export const settingsModel = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Lead time of lease renewal and of the expiry warning, seconds. */
  leaseLeadS: z.int().min(10).max(3_600),
  /** Upper bound of the segment cache on disk, bytes; 0 turns it off. */
  segmentCacheBytes: z.int().min(0).max(1_099_511_627_776),
  /** System notification when links of a running replay die while the window is hidden. */
  notifyOnExpiry: z.boolean(),
  /** Player speed, kept. */
  playbackRate: z.number().min(0.25).max(16),
})
export type Settings = z.infer<typeof settingsModel>

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  leaseLeadS: 120,
  segmentCacheBytes: 2 * 1024 ** 3,
  notifyOnExpiry: true,
  playbackRate: 1,
}

export const appInfoModel = z.object({
  version: z.string(),
  runtime: z.enum(['electron', 'chromium-host']),
  platform: z.string(),
  /** Sentences the person must see once: database set aside, keychain absent … */
  notices: z.array(z.object({ id: z.string(), message: z.string(), next: z.string().optional() })),
  /** Start in the sample workspace (`npm start -- --demo`). */
  demo: z.boolean(),
})
