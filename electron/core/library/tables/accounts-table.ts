import type { DatabaseSync } from 'node:sqlite'
import type { Account, AccountContents } from '../../../contract/models/account-models.ts'
import type { Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'

/** An account without its secret, as it is kept between runs. */
export type StoredAccount = Pick<
  Account,
  'id' | 'label' | 'baseUrl' | 'headerPrefix' | 'method' | 'userName' | 'listsSessions'
> & {
  /** The keychain entry in use; a new one is taken when the old cannot be read (K06). */
  secretSlot: number
  /** True when the keychain holds the token: at start it is read, else the account starts signed-out. */
  secretStored: boolean
}

export type AccountPatch = Partial<Omit<StoredAccount, 'id'>>

export type AccountStore = {
  list: () => StoredAccount[]
  /** The same, or why it cannot be read: for who must not take a refusal for "no account" (H37). */
  read: () => Result<StoredAccount[]>
  activeId: () => string | null
  /** Creates the account, or replaces the one of this id. For who means to create it. */
  save: (account: StoredAccount) => Result<undefined>
  /** Changes fields of an account that is there; false, and nothing written, when it was removed meanwhile (L14). */
  update: (id: string, patch: AccountPatch) => Result<boolean>
  setActive: (id: string | null) => Result<undefined>
  setListsSessions: (id: string, lists: boolean) => Result<undefined>
  /** What `remove` would delete of what a person made. */
  contents: (id: string) => Result<AccountContents>
  /** Removes the account and everything that belongs to it: sessions, reviews, marks, journal, sync state. Archived files stay. */
  remove: (id: string) => Result<undefined>
}

const METHODS = ['key', 'password', 'sample'] as const

const toAccount = (row: DbRow): StoredAccount => ({
  id: String(row.id),
  label: String(row.label),
  baseUrl: String(row.base_url),
  headerPrefix: String(row.header_prefix),
  method: METHODS.find((method) => method === row.method) ?? 'key',
  userName: typeof row.user_name === 'string' ? row.user_name : null,
  listsSessions: row.lists_sessions === null ? null : row.lists_sessions === 1,
  secretSlot: Number(row.secret_slot),
  secretStored: row.secret_stored === 1,
})

const flag = (value: boolean | null): number | null => (value === null ? null : Number(value))

/** What goes with an account. Not the archive: its files are the person's. */
const TABLES_OF_ACCOUNT = [
  'saved_views',
  'review_queues',
  'review_items',
  'sessions',
  'reviews',
  'marks',
  'journal',
  'sync',
  'archive_rules',
  'profiles',
  'cookie_snapshots',
  'functions',
  'function_sends',
  'health_checks',
  'analyses',
]

export const createAccountsTable = (
  db: DatabaseSync,
  attempt: RunSql,
  now: () => number,
  onRemoved: (id: string) => void,
): AccountStore => {
  const all = db.prepare('SELECT * FROM accounts ORDER BY created_at, id')
  const active = db.prepare('SELECT id FROM accounts WHERE active = 1')
  const write = db.prepare(`INSERT INTO accounts (id, label, base_url, header_prefix, method, user_name, lists_sessions,
      secret_slot, secret_stored, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, base_url = excluded.base_url,
      header_prefix = excluded.header_prefix, method = excluded.method, user_name = excluded.user_name,
      lists_sessions = excluded.lists_sessions, secret_slot = excluded.secret_slot, secret_stored = excluded.secret_stored`)
  const change = db.prepare(`UPDATE accounts SET label = ?, base_url = ?, header_prefix = ?, method = ?, user_name = ?,
      lists_sessions = ?, secret_slot = ?, secret_stored = ? WHERE id = ?`)
  const one = db.prepare('SELECT * FROM accounts WHERE id = ?')
  const setActive = db.prepare('UPDATE accounts SET active = iif(id = ?, 1, 0)')
  const setLists = db.prepare('UPDATE accounts SET lists_sessions = ? WHERE id = ?')
  const dropTexts = db.prepare(
    'DELETE FROM session_texts WHERE rowid IN (SELECT id FROM sessions WHERE account_id = ?)',
  )
  const drops = TABLES_OF_ACCOUNT.map((table) => db.prepare(`DELETE FROM ${table} WHERE account_id = ?`))
  const count = db.prepare(`SELECT
      (SELECT count(*) FROM sessions WHERE account_id = ?1) AS sessions,
      (SELECT count(*) FROM reviews WHERE account_id = ?1 AND (note IS NOT NULL OR title IS NOT NULL OR tags <> '[]')) AS notes,
      (SELECT count(*) FROM reviews WHERE account_id = ?1 AND verdict IS NOT NULL) AS verdicts,
      (SELECT count(*) FROM marks WHERE account_id = ?1) AS marks,
      (SELECT count(*) FROM cookie_snapshots WHERE account_id = ?1 AND removed_at IS NULL) AS snapshots`)
  const dropAccount = db.prepare('DELETE FROM accounts WHERE id = ?')

  const read = () => attempt('reading the accounts', () => (all.all() as DbRow[]).map(toAccount))

  return {
    read,
    list: () => {
      const rows = read()
      return rows.ok ? rows.value : []
    },
    activeId: () => {
      const row = attempt('reading the active account', () => active.get())
      return row.ok && row.value ? String(row.value.id) : null
    },
    save: (account) =>
      attempt('storing an account', () => {
        const { id, label, baseUrl, headerPrefix, method, userName, listsSessions, secretSlot, secretStored } = account
        const lists = flag(listsSessions)
        write.run(id, label, baseUrl, headerPrefix, method, userName, lists, secretSlot, Number(secretStored), now())
        return undefined
      }),
    update: (id, patch) =>
      attempt('changing an account', () => {
        const row = one.get(id) as DbRow | undefined
        if (!row) return false
        const next = { ...toAccount(row), ...patch }
        const { label, baseUrl, headerPrefix, method, userName, listsSessions, secretSlot, secretStored } = next
        const lists = flag(listsSessions)
        const fields = [label, baseUrl, headerPrefix, method, userName, lists, secretSlot, Number(secretStored)]
        return change.run(...fields, id).changes > 0
      }),
    setActive: (id) =>
      attempt('switching accounts', () => {
        setActive.run(id)
        return undefined
      }),
    setListsSessions: (id, lists) =>
      attempt('storing an account', () => {
        setLists.run(Number(lists), id)
        return undefined
      }),
    contents: (id) =>
      attempt('counting what an account holds', () => {
        const row = count.get(id) as DbRow
        const [sessions, notes] = [Number(row.sessions), Number(row.notes)]
        const [verdicts, marks, snapshots] = [Number(row.verdicts), Number(row.marks), Number(row.snapshots)]
        return { sessions, notes, verdicts, marks, snapshots }
      }),
    remove: (id) =>
      attempt('removing an account', () => {
        inTransaction(db, () => {
          dropTexts.run(id)
          for (const drop of drops) drop.run(id)
          dropAccount.run(id)
        })
        onRemoved(id)
        return undefined
      }),
  }
}
