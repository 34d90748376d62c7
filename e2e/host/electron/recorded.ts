import { getHost } from '../state.ts'

/** Notes what Electron would have done outside the page, for tests to read. */
export const record = (what: string, details: Record<string, unknown> = {}): void => {
  getHost().recorded.push({ what, ...details })
}

/** Says a thing to the person who uses the fallback; silent in tests. */
export const tell = (line: string): void => {
  if (getHost().interactive) console.log(line)
}
