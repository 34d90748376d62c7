/**
 * Texts that many rows share, as one number per row: rows are counted and grouped by numbers, without a look at the
 * text. Code 0 is no text. A text that no row has any more keeps its code until the index is loaded again.
 */
export type CodedTexts = { codes: Int32Array; values: (string | null)[]; known: Map<string, number> }

export const createCodedTexts = (): CodedTexts => ({ codes: new Int32Array(), values: [null], known: new Map() })

export const growTexts = (texts: CodedTexts, capacity: number): void => {
  const next = new Int32Array(capacity)
  next.set(texts.codes)
  texts.codes = next
}

export const writeText = (texts: CodedTexts, row: number, text: string | null): void => {
  let code = text === null ? 0 : texts.known.get(text)
  if (code === undefined) {
    code = texts.values.push(text) - 1
    texts.known.set(text as string, code)
  }
  texts.codes[row] = code
}

export const textAt = ({ codes, values }: CodedTexts, row: number): string | null => values[codes[row] ?? 0] ?? null

/**
 * Places of the `most` largest counts, the largest first; equal ones in their order. Sorting all of them takes a tenth
 * of a second where each of 100,000 rows has a text of its own.
 */
export const largest = (counts: ArrayLike<number>, most: number): number[] => {
  const kept: number[] = []
  for (let nth = 0; nth < counts.length; nth += 1) {
    const count = counts[nth] as number
    if (count === 0) continue
    const last = kept.at(-1)
    if (kept.length === most && last !== undefined && (counts[last] as number) >= count) continue
    let [low, high] = [0, kept.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((counts[kept[middle] as number] as number) >= count) low = middle + 1
      else high = middle
    }
    kept.splice(low, 0, nth)
    if (kept.length > most) kept.pop()
  }
  return kept
}
