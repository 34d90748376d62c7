import { z } from 'zod'

/** By the rules of every system: a path of any of them, or a share. `C:x` is relative to a folder that is not shown. */
const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path) && !path.includes('\0')

/** More than the program has shortcuts, so that those of another version stay stored. */
const MOST_SHORTCUTS = 400

/**
 * Keys by the id of their shortcut, where they differ from the defaults; an empty list is none at all. The page, which
 * knows the shortcuts, ignores ids and keys that mean nothing to it.
 */
const shortcutsModel = z
  .record(z.string().min(1).max(60), z.array(z.string().min(1).max(40)).max(4))
  .refine((shortcuts) => Object.keys(shortcuts).length <= MOST_SHORTCUTS, 'Too many keyboard shortcuts.')

export const settingsModel = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Lead time of lease renewal and of the expiry warning, seconds. */
  leaseLeadS: z.int().min(10).max(3_600),
  /** Upper bound of the segment cache on disk, bytes; 0 turns it off. */
  segmentCacheBytes: z.int().min(0).max(1_099_511_627_776),
  /** System notification when links of a running replay expire while the window is hidden. */
  notifyOnExpiry: z.boolean(),
  /** Player speed, kept. */
  playbackRate: z.number().min(0.25).max(16),
  /** Absolute; empty means the videos folder of the system, `Replay Desk` in it. */
  archiveFolder: z
    .string()
    .max(4_096)
    .refine((path) => path === '' || isAbsolutePath(path), 'The archive folder needs an absolute path.'),
  /** Placeholders: {date} {time} {title} {session} {account} {status}. */
  archiveName: z.string().trim().min(1).max(300),
  /** Transfers at once. */
  archiveAtOnce: z.int().min(1).max(8),
  /** Connections of one MP4. */
  archiveConnections: z.int().min(1).max(16),
  /** Bytes per second of all transfers together; 0 is no limit. */
  archiveBytesPerSecond: z.int().min(0).max(10_000_000_000),
  /** The recordings of the sessions on screen are checked while more than half of the rate limit is left. */
  checkVisible: z.boolean(),
  /** The switch of the status bar: no recording is analysed while it is on. */
  analysisPaused: z.boolean(),
  shortcuts: shortcutsModel,
})
export type Settings = z.infer<typeof settingsModel>

/** What the page may change: everything but the folder, which a person chooses in main's own dialog alone. */
export const settingsPatchModel = settingsModel.omit({ archiveFolder: true }).partial().strict()

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  leaseLeadS: 120,
  segmentCacheBytes: 2 * 1024 ** 3,
  notifyOnExpiry: true,
  playbackRate: 1,
  archiveFolder: '',
  archiveName: '{date} {title} {session}',
  archiveAtOnce: 2,
  archiveConnections: 4,
  archiveBytesPerSecond: 0,
  checkVisible: true,
  analysisPaused: false,
  shortcuts: {},
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
