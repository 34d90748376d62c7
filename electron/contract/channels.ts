/**
 * The two IPC channels between page and main: everything else is a name inside them, and main judges the names
 * (`shell/dispatch.ts`). Without zod, so that the preload can carry them.
 */
export const INVOKE_CHANNEL = 'desk:invoke'
export const EVENT_CHANNEL = 'desk:event'
