import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'

/** Requests under way, bytes that came in all, and how often an address came that had come before. */
export type LoadActivity = { requests: number; bytes: number; repeats: number }
type AnyLoader = Loader<LoaderContext>
export type LoaderClass = new (config: HlsConfig) => AnyLoader
type Convert = (context: LoaderContext, data: ArrayBuffer) => Promise<ArrayBuffer>

/**
 * hls.js's own loader, watched: what it loads shows in `activity`, and what it brings passes `convert` where one is given.
 */
export const createLoaders = (Base: LoaderClass) => {
  const active = new Set<AnyLoader>()
  const before = new Set<string>()
  let bytes = 0
  let repeats = 0

  const watched = (convert: Convert | null): LoaderClass =>
    class WatchedLoader implements AnyLoader {
      readonly #inner: AnyLoader
      constructor(config: HlsConfig) {
        this.#inner = new Base(config)
      }
      #done(): void {
        if (active.delete(this.#inner)) bytes += this.#inner.stats.loaded
      }
      get context(): LoaderContext | null {
        return this.#inner.context
      }
      get stats(): AnyLoader['stats'] {
        return this.#inner.stats
      }
      load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
        active.add(this.#inner)
        const { onAbort } = callbacks
        this.#inner.load(context, config, {
          ...callbacks,
          onSuccess: async (response, ...about) => {
            const { data } = response
            if (convert && data instanceof ArrayBuffer) response.data = await convert(context, data).catch(() => data)
            if (!active.has(this.#inner)) return // aborted while it was converted
            this.#done()
            if (before.has(context.url)) repeats += 1
            before.add(context.url)
            callbacks.onSuccess(response, ...about)
          },
          onError: (...about) => {
            this.#done()
            callbacks.onError(...about)
          },
          onTimeout: (...about) => {
            this.#done()
            callbacks.onTimeout(...about)
          },
          onAbort: (...about) => {
            this.#done()
            onAbort?.(...about)
          },
        })
      }
      abort(): void {
        this.#done()
        this.#inner.abort()
      }
      destroy(): void {
        this.#done()
        this.#inner.destroy()
      }
      getCacheAge(): number | null {
        return this.#inner.getCacheAge?.() ?? null
      }
      getResponseHeader(name: string): string | null {
        return this.#inner.getResponseHeader?.(name) ?? null
      }
    }

  return {
    watched,
    /** Bytes that came another way. */
    came: (more: number): void => {
      bytes += more
    },
    activity: (): LoadActivity => ({
      requests: active.size,
      bytes: [...active].reduce((sum, { stats }) => sum + stats.loaded, bytes),
      repeats,
    }),
  }
}
