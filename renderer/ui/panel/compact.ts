/** Below this width of the window, CSS px, a right panel lies over the view instead of beside it (kit.module.css). */
const COMPACT_PX = 1_100

/** Whether a right panel would cover what one came for: then it starts closed. */
export const isCompact = (): boolean => window.innerWidth < COMPACT_PX
