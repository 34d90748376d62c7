import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages whose code a bundle holds, by the ids of its modules. */
export const packagesOf = (moduleIds: Iterable<string>): string[] => {
  const names = new Set<string>()
  for (const id of moduleIds) {
    const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]
    if (name !== undefined) names.add(name.replace('\\', '/'))
  }
  return [...names].sort()
}

/** What the last build put into page, preload and main, from the lists that it left in `folder`. */
export const readBundled = (folder: string): string[] => {
  const lists = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = lists.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[])
  return [...new Set(all)].sort()
}

type Advisory = { title?: string; url?: string; severity?: string }
/** `npm audit --json`, version 2 of its report: a package by name, and why it counts as vulnerable. */
export type AuditReport = {
  vulnerabilities: Record<string, { severity: string; via: (string | Advisory)[] }>
}
export type Finding = { name: string; severity: string; what: string }

const COUNTS: ReadonlySet<string> = new Set(['moderate', 'high', 'critical'])

/**
 * Advisories of packages that reach the person: those bundled, and those that are packed as they are. npm calls most of
 * them development dependencies, because the bundler is what reads them, so `npm audit --omit=dev` would see none.
 */
export const shippedFindings = (report: AuditReport, shipped: ReadonlySet<string>): Finding[] =>
  Object.entries(report.vulnerabilities)
    .filter(([name, { severity }]) => shipped.has(name) && COUNTS.has(severity))
    .map(([name, { severity, via }]) => ({
      name,
      severity,
      what: via.map((one) => (typeof one === 'string' ? `by ${one}` : (one.title ?? one.url ?? 'unnamed'))).join('; '),
    }))
