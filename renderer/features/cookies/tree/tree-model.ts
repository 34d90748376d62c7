import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import type { Scope } from '../table/cookie-query.ts'

type Party = CookieRow['party']
type SiteNode = { site: string; party: Party; hosts: readonly string[] }

/** Registrable domains with their hosts; sites of the profile first, then by name. */
export const treeOf = (rows: readonly CookieRow[]): SiteNode[] => {
  const sites = new Map<string, { party: Party; hosts: Set<string> }>()
  for (const { site, host, party } of rows) {
    const known = sites.get(site) ?? { party, hosts: new Set<string>() }
    known.hosts.add(host)
    sites.set(site, known)
  }
  const { compare } = new Intl.Collator('en', { numeric: true })
  return [...sites]
    .map(([site, { party, hosts }]) => ({ site, party, hosts: [...hosts].sort(compare) }))
    .sort((a, b) => Number(b.party === 'first') - Number(a.party === 'first') || compare(a.site, b.site))
}

/** One line of the tree. `scope` null: all domains. */
export type TreeRow = {
  scope: Scope | null
  label: string
  party: Party
  level: 1 | 2
  /** Null: nothing below. */
  open: boolean | null
  /** Of its level, from 1. */
  position: number
  siblings: number
}

/** The lines on screen: all, each site, and the hosts of open ones. A site that is its only host has nothing below. */
export const treeRows = (tree: readonly SiteNode[], closed: ReadonlySet<string>): TreeRow[] => {
  const siblings = tree.length + 1
  const rows: TreeRow[] = [
    { scope: null, label: 'All domains', party: null, level: 1, open: null, position: 1, siblings },
  ]
  tree.forEach(({ site, party, hosts }, at) => {
    const leaf = hosts.length === 1 && hosts[0] === site
    const open = leaf ? null : !closed.has(site)
    rows.push({ scope: { kind: 'site', name: site }, label: site, party, level: 1, open, position: at + 2, siblings })
    if (!open) return
    hosts.forEach((host, index) => {
      const scope: Scope = { kind: 'host', name: host }
      rows.push({ scope, label: host, party, level: 2, open: null, position: index + 1, siblings: hosts.length })
    })
  })
  return rows
}

export const sameScope = (a: Scope | null, b: Scope | null): boolean => a?.kind === b?.kind && a?.name === b?.name

export type ScopeCounts = { all: number } & Readonly<Record<Scope['kind'], ReadonlyMap<string, number>>>

/** How many rows each scope holds. */
export const countScopes = (entries: readonly { row: Pick<CookieRow, 'site' | 'host'> }[]): ScopeCounts => {
  const site = new Map<string, number>()
  const host = new Map<string, number>()
  for (const { row } of entries) {
    site.set(row.site, (site.get(row.site) ?? 0) + 1)
    host.set(row.host, (host.get(row.host) ?? 0) + 1)
  }
  return { all: entries.length, site, host }
}
export const countOf = (counts: ScopeCounts, scope: Scope | null): number =>
  scope ? (counts[scope.kind].get(scope.name) ?? 0) : counts.all

/** What the arrow keys do in a tree (ARIA Authoring Practices, tree view). Null: not a key of the tree. */
export const treeKey = (
  key: string,
  rows: readonly TreeRow[],
  at: number,
): { go: number } | { turn: string; open: boolean } | null => {
  const row = rows[at]
  const last = rows.length - 1
  if (key === 'ArrowDown') return { go: Math.min(last, at + 1) }
  if (key === 'ArrowUp') return { go: Math.max(0, at - 1) }
  if (key === 'Home') return { go: 0 }
  if (key === 'End') return { go: last }
  if (!row?.scope) return null
  if (key === 'ArrowRight') {
    if (row.open === null) return null
    return row.open ? { go: at + 1 } : { turn: row.scope.name, open: true }
  }
  if (key !== 'ArrowLeft') return null
  if (row.open) return { turn: row.scope.name, open: false }
  if (row.level === 1) return null
  const parent = rows.findLastIndex((one, index) => index < at && one.level === 1)
  return { go: parent }
}
