import type { SessionChip } from '../../../../electron/contract/constants/session-constants.ts'

/** Each chip is a token of the query, so that there is one truth. */
export const chipTokens: Record<SessionChip, string> = {
  'has-recording': 'has:recording',
  'expires-soon': 'expires:1h',
  'not-reviewed': 'verdict:none',
  failed: 'is:failed',
  active: 'is:active',
  'not-archived': 'archived:no',
}

/** Words of a query with what is quoted in them: without the parser, which is read with the first filter. */
const wordsOf = (text: string): string[] => text.match(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s"])+/gs) ?? []

const isToken = (word: string, chip: SessionChip): boolean => word.toLowerCase() === chipTokens[chip]

/** Whether the query has the token of a chip. */
export const hasChip = (text: string, chip: SessionChip): boolean => wordsOf(text).some((word) => isToken(word, chip))

/** The query with the token of a chip behind it, or without it. */
export const toggleChip = (text: string, chip: SessionChip): string =>
  hasChip(text, chip)
    ? wordsOf(text)
        .filter((word) => !isToken(word, chip))
        .join(' ')
    : `${text.trim()} ${chipTokens[chip]}`.trim()
