import { recordingStates, sessionStates, verdicts } from '../constants/session-constants.ts'

/**
 * What the values of a key are: `one-of` its list, `word` compared whole, `text` found anywhere, `moment` and `duration` as
 * in query-times.ts.
 */
type ValueKind = 'one-of' | 'word' | 'text' | 'moment' | 'duration'

export type KeyFacts = {
  kind: ValueKind
  /** The values there are, or examples where any may be typed. */
  values: readonly string[]
  /** For completion and help. */
  means: string
}

/** The keys of a query on sessions, in the order in which they are offered. */
export const queryKeys = {
  is: { kind: 'one-of', values: ['failed', 'active', 'reviewed', 'archived', 'pasted'], means: 'State of the session' },
  has: { kind: 'one-of', values: ['recording', 'error', 'title', 'note', 'tag'], means: 'What the session has' },
  status: { kind: 'word', values: sessionStates, means: 'Status from the service' },
  verdict: { kind: 'one-of', values: [...verdicts, 'none'], means: 'Your verdict' },
  tag: { kind: 'word', values: [], means: 'Your tags' },
  error: { kind: 'text', values: [], means: 'Text of the error' },
  similar: { kind: 'text', values: [], means: 'Error, whatever its numbers and ids' },
  title: { kind: 'text', values: [], means: 'Text of the title' },
  note: { kind: 'text', values: [], means: 'Text of your note or reason' },
  id: { kind: 'text', values: [], means: 'Part of the session id' },
  after: { kind: 'moment', values: ['today', 'yesterday', '7d'], means: 'Started then or later' },
  before: { kind: 'moment', values: ['today', 'yesterday', '7d'], means: 'Started earlier' },
  on: { kind: 'moment', values: ['today', 'yesterday'], means: 'Started on that day' },
  longer: { kind: 'duration', values: ['1m', '5m', '30m'], means: 'Longer than' },
  shorter: { kind: 'duration', values: ['10s', '1m', '5m'], means: 'Shorter than' },
  expires: { kind: 'duration', values: ['15m', '1h', '1d'], means: 'Links expire within' },
  archived: { kind: 'one-of', values: ['yes', 'no'], means: 'Archived on this computer' },
  loop: { kind: 'one-of', values: ['yes', 'no'], means: 'Screens that repeat' },
  frozen: { kind: 'duration', values: ['10s', '1m', '5m'], means: 'Nothing changes at the end for longer than' },
  recording: { kind: 'one-of', values: recordingStates, means: 'State of the recording' },
} as const satisfies Record<string, KeyFacts>

export type QueryKey = keyof typeof queryKeys
export const queryKeyNames = Object.keys(queryKeys) as QueryKey[]
export const isQueryKey = (text: string): text is QueryKey => Object.hasOwn(queryKeys, text)
