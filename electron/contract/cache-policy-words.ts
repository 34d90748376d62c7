export const cacheModes = ['default', 'refresh', 'bypass'] as const
export type CacheMode = (typeof cacheModes)[number]
