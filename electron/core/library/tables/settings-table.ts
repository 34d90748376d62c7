import type { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SETTINGS, type Settings, settingsModel } from '../../../contract/models/settings-models.ts'
import type { Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'

const NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]

/** A stored value that breaks its rule counts as not stored: that one setting falls back, the others stay. */
const parseStored = (name: keyof Settings, stored: unknown): Partial<Settings> => {
  if (typeof stored !== 'string') return {}
  try {
    const parsed = settingsModel.shape[name].safeParse(JSON.parse(stored))
    return parsed.success ? { [name]: parsed.data } : {}
  } catch {
    return {} // not JSON
  }
}

export const createSettingsTable = (db: DatabaseSync, attempt: RunSql) => {
  const all = db.prepare('SELECT name, value FROM settings')
  const write = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )

  const read = (): Settings => {
    const rows = attempt('reading the settings', () => all.all())
    const stored = new Map((rows.ok ? rows.value : []).map((row) => [row.name, row.value]))
    return Object.assign({ ...DEFAULT_SETTINGS }, ...NAMES.map((name) => parseStored(name, stored.get(name))))
  }
  let current = read()

  return {
    get: (): Settings => current,
    /** Settings whose stored value breaks its rule, so that the default is used. */
    ignored: (): (keyof Settings)[] => {
      const rows = attempt('reading the settings', () => all.all())
      const stored = new Map((rows.ok ? rows.value : []).map((row) => [row.name, row.value]))
      return NAMES.filter((name) => stored.has(name) && !(name in parseStored(name, stored.get(name))))
    },
    /** Writes the named settings; `patch` has passed settingsModel. */
    set: (patch: Partial<Settings>): Result<Settings> =>
      attempt('storing the settings', () => {
        inTransaction(db, () => {
          for (const name of NAMES) if (patch[name] !== undefined) write.run(name, JSON.stringify(patch[name]))
        })
        current = read()
        return current
      }),
  }
}
