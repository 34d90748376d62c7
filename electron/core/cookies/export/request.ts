import type { WriterInput, Written } from './format.ts'
import { cookieString } from './retrieval.ts'

/** The `Cookie:` header of a request to `url`; empty when no cookie goes there. */
export const writeHeader = (input: WriterInput, url: URL): Written => {
  const { pairs, count } = cookieString(input, url)
  return { text: count === 0 ? '' : `Cookie: ${pairs}\n`, count }
}

/** One word for any POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * A curl command for a POSIX shell. The cookies go by `-H`, because `-b` takes a text without `=` for the name of a file;
 * `--globoff`, because curl would take brackets in the address for a pattern.
 */
export const writeCurl = (input: WriterInput, url: URL): Written => {
  const { pairs, count } = cookieString(input, url)
  const header = count === 0 ? '' : ` \\\n  -H ${quote(`Cookie: ${pairs}`)}`
  return { text: `curl --globoff ${quote(url.href)}${header}\n`, count }
}
