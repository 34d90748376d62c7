import type { HeaderLines } from '../../contract/models/cache-policy-models.ts'
import { isSecretName, REDACTED } from '../service/redaction/redact.ts'

/** What curl says by itself, or what describes this one connection and body. */
const NOT_REPEATED =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|user-agent|accept-encoding|accept-language|sec-fetch-.*|cache-control|pragma|priority)$/i
const TOKEN = '"Authorization: Bearer $REPLAY_DESK_TOKEN"'

/** One word of a POSIX shell, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Bodies are never journalled, so each method that has one names a file for it. */
const BODIES: Record<string, { says: string; file: string }> = {
  PUT: {
    says: 'Request bodies are not logged: save {"source": "…"} as source.json first.',
    file: '@source.json',
  },
  POST: {
    says: 'Request bodies are not logged. This was a sign-in: save grant_type=password&username=…&password=… as sign-in.txt first.',
    file: '@sign-in.txt',
  },
}

type Request = { method: string; url: string; headers: HeaderLines }

/**
 * A command for a POSIX shell that asks the same as the program did: our own headers included, the token taken from
 * the environment. Comment lines before it say what has to be filled in.
 */
export const curlOf = ({ method, url, headers }: Request): string => {
  const body = BODIES[method]
  const signedIn = headers.some(([name]) => /^authorization$/i.test(name))
  const ours = headers.filter(
    ([name, value]) => !NOT_REPEATED.test(name) && !isSecretName(name) && !value.includes(REDACTED),
  )
  const says = [
    ...(url.includes(REDACTED) || url.endsWith('…')
      ? ['This address was shortened or redacted in the log: complete it before use.']
      : []),
    ...(body ? [body.says] : []),
  ]
  const parts = [
    // Brackets and braces in an address are signs, not patterns of curl.
    `curl --globoff --request ${method} ${quote(url)}`,
    ...(signedIn ? [`--header ${TOKEN}`] : []),
    ...ours.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${body.file}`] : []),
  ]
  return [...says.map((line) => `# ${line}`), parts.join(' \\\n  ')].join('\n')
}
