import { type ApiRoute, answer, invalid, readInt } from './api-answers.ts'

/**
 * `GET /data/cache` honours its three headers (docs/service-contract.md, Endpoints); anything else in the body is this
 * sample's own.
 */
export const cacheRoutes = (prefix: string): ApiRoute[] => [
  {
    method: 'GET',
    path: '/data/cache',
    run: ({ headers }) => {
      const names = {
        mode: `${prefix}Cache-Mode`,
        maxAge: `${prefix}Cache-Max-Age-Ms`,
        ttl: `${prefix}Cache-Ttl-Seconds`,
      }
      const text = (name: string): string | undefined => {
        const value = headers[name.toLowerCase()]
        return Array.isArray(value) ? value[0] : value
      }
      const mode = text(names.mode) ?? 'default'
      const maxAge = readInt(text(names.maxAge), ['header', names.maxAge], { min: 0, fallback: 86_400_000 })
      const ttl = readInt(text(names.ttl), ['header', names.ttl], { min: 0, fallback: 604_800 })
      const faults = [maxAge.fault, ttl.fault].filter((one) => one !== null)
      if (!['default', 'refresh', 'bypass'].includes(mode)) {
        const msg = "Input should be 'default', 'refresh' or 'bypass'"
        faults.unshift({
          type: 'enum',
          loc: ['header', names.mode],
          msg,
          input: mode,
          ctx: { expected: msg.slice(16) },
        })
      }
      if (faults.length > 0 || maxAge.fault || ttl.fault) return invalid(...faults)
      // Zero forces a refresh, zero bypasses; the header only ever shortens the storage time.
      const effective = mode === 'bypass' || ttl.value === 0 ? 'bypass' : maxAge.value === 0 ? 'refresh' : mode
      return answer({
        mode: effective,
        requested_mode: mode,
        max_age_ms: maxAge.value,
        ttl_seconds: Math.min(ttl.value, 604_800),
        reads: effective === 'default',
        writes: effective !== 'bypass',
        scope: { kind: 'workspace', id: 'ws-sample' },
        keys: ['url', 'instructions', 'schema'],
        excluded_hosts: ['*.internal.example', 'login.supplier-portal.example'],
        storage: { entries: 1_284, bytes: 48_211_906, oldest: '2026-10-30T08:12:44.120000+00:00' },
      })
    },
  },
]
