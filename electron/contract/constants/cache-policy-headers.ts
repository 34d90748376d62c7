export const cacheModes = ['default', 'refresh', 'bypass'] as const
export type CacheMode = (typeof cacheModes)[number]

type Asked = { mode?: CacheMode | undefined; maxAgeMs?: number | undefined; ttlSeconds?: number | undefined }

/**
 * The three request headers by the field that fills them; the prefix is the connection's (docs/deployments.md, Header
 * names).
 */
export const policyHeaderNames = (prefix: string): Record<keyof Asked, string> => ({
  mode: `${prefix}Cache-Mode`,
  maxAgeMs: `${prefix}Cache-Max-Age-Ms`,
  ttlSeconds: `${prefix}Cache-Ttl-Seconds`,
})

/** The header lines of a question: those that are given, zero included. */
export const policyHeaderLines = (prefix: string, asked: Asked): [name: string, value: string][] => {
  const names = policyHeaderNames(prefix)
  return (['mode', 'maxAgeMs', 'ttlSeconds'] as const).flatMap((field) =>
    asked[field] === undefined ? [] : [[names[field], String(asked[field])] satisfies [string, string]],
  )
}
