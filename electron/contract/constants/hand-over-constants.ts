/** Bounds of hand-over, without zod, so that the page can carry them at run time. */

export const reviewFormats = ['csv', 'json'] as const
export type ReviewFormat = (typeof reviewFormats)[number]

/** Sessions of one export, and reviews of one file that is imported. */
export const MOST_REVIEWS = 100_000
/** Conflicts that an import lists one by one; all of them are counted. */
export const MOST_CONFLICTS = 200
