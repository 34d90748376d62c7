/** The closed word lists and bounds of sessions, without zod, so that the page can carry them at run time. */

/** What is known about a session's recording. `unknown` until it was asked for once. */
export const recordingStates = [
  'unknown',
  'not-ended',
  'processing',
  'ready',
  'none',
  'failed',
  'expired',
  'archived',
] as const
export type RecordingState = (typeof recordingStates)[number]

export const verdicts = ['pass', 'fail', 'unsure'] as const
export type Verdict = (typeof verdicts)[number]

export const sessionChips = [
  'has-recording',
  'expires-soon',
  'not-reviewed',
  'failed',
  'active',
  'not-archived',
] as const
export type SessionChip = (typeof sessionChips)[number]
export const sessionSorts = ['started', 'length', 'status', 'title', 'expires', 'opened'] as const
export type SessionSort = (typeof sessionSorts)[number]

/** What the list can be grouped by. */
export const sessionGroupings = ['error', 'tag', 'status', 'day'] as const
export type SessionGrouping = (typeof sessionGroupings)[number]

/** The states services are known to give (docs/deployments.md, Listing); another word is shown as it is. */
export const sessionStates = ['active', 'authenticating', 'closed', 'error', 'timed_out'] as const

type Titled = { title: string | null; serviceTitle: string | null; startAddress: string | null }

/**
 * The title a session goes by everywhere: the person's own, else the service's, else the address where it began; null: it
 * only has its id.
 */
export const titleOf = ({ title, serviceTitle, startAddress }: Titled): string | null =>
  title ?? serviceTitle ?? startAddress

/** Nobody gave the session its title. */
export const isTitleDerived = ({ title, serviceTitle, startAddress }: Titled): boolean =>
  title === null && serviceTitle === null && startAddress !== null

/** Sessions of one call: one transaction of about 0.1 s, in which main does nothing else. */
export const MOST_AT_ONCE = 5_000
/** Characters of a saved view's name. */
export const LONGEST_VIEW_NAME = 80
/** Sessions of one review queue. */
export const MOST_QUEUED = 10_000
