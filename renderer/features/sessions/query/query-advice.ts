import { parseQuery } from '../../../../electron/contract/query/query-parse.ts'

/** Whether the list can be asked for a text, and the sentence that names what is wrong with it. */
export type QueryAdvice = { runs: boolean; message: string | null }

/** `caret`: null where the field has no focus. A token under the caret may still become complete: no problem is named. */
export const adviceOn = (text: string, caret: number | null): QueryAdvice => {
  const { problems } = parseQuery(text)
  const typing = (from: number, to: number): boolean => caret !== null && caret >= from && caret <= to
  const named = problems.find(({ code, from, to }) => code !== 'incomplete' || !typing(from, to))
  return {
    runs: problems.length === 0,
    message: named ? `“${text.slice(named.from, named.to)}”: ${named.message}` : null,
  }
}
