/**
 * The page's Content-Security-Policy as a real header, so that `frame-ancestors` works too.
 * `nonce`: per load, for the style tags of the control library; scripts need none, they are all files of ours.
 * `blob:` for media and workers is what Media Source Extensions hand to the video element; `data:` images are frames being copied.
 */
export const pageCsp = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
