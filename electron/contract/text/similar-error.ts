/** A text of an error is cut here: what differs behind it makes no other group. */
const LONGEST = 200

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
/** Letters and digits together, as ids have them. */
const MIXED = /\b(?=[a-z]{0,64}\d)(?=\d{0,64}[a-z])[a-z0-9]{8,64}\b/gi
const NUMBER = /\d+(?:[.,:]\d+)*/g

/**
 * What an error says whatever its numbers and ids: "timeout after 31 s" and "timeout after 32 s" are one. Each becomes
 * `#`; the text of one that has been made similar stays as it is.
 */
export const similarError = (error: string): string =>
  error
    .slice(0, 2 * LONGEST)
    .replace(UUID, '#')
    .replace(MIXED, '#')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .trim()
