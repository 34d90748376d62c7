import type { HlsConfig } from 'hls.js'

/** The gateway retries and renews by itself, so hls.js asks again only for what died on the way. */
const policy = (firstByteMs: number, wholeMs: number) => ({
  default: {
    maxTimeToFirstByteMs: firstByteMs,
    maxLoadTimeMs: wholeMs,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 2_000 },
  },
})

/**
 * hls.js for a finished recording of one quality. Seconds and bytes as hls.js names them.
 * `workerPath` is `hls-worker.ts`, a file of our origin: the CSP forbids the blob worker that hls.js makes otherwise.
 */
export const hlsOptions = (workerPath: string, startS: number): Partial<HlsConfig> => ({
  enableWorker: true,
  workerPath,
  startPosition: startS,
  // Two minutes ahead whatever the bit rate, more when it is cheap: a short jump is then instant.
  maxBufferLength: 120,
  maxMaxBufferLength: 900,
  maxBufferSize: 96 * 1024 * 1024,
  // Kept for jumps back; the browser evicts when it must.
  backBufferLength: 900,
  // A seek near the buffered part must not throw that part away.
  frontBufferFlushThreshold: Number.POSITIVE_INFINITY,
  // One quality, so nothing to estimate and nothing to switch.
  testBandwidth: false,
  startFragPrefetch: true,
  capLevelToPlayerSize: false,
  capLevelOnFPSDrop: false,
  lowLatencyMode: false,
  // Recordings of screens have holes where nothing was captured.
  maxBufferHole: 0.5,
  manifestLoadPolicy: policy(40_000, 60_000),
  playlistLoadPolicy: policy(40_000, 60_000),
  // 40 s: the gateway may be renewing the links (30 s at most) before the first byte.
  fragLoadPolicy: policy(40_000, 180_000),
  keyLoadPolicy: policy(40_000, 60_000),
})
