import type { Mutant } from './mutant.ts'

const ECHOES = {
  file: 'electron/core/service/http/secrets.test.ts',
  title: 'a planted token occurs in no problem, detail, journal entry, header or log line',
}
const PROBLEMS = {
  file: 'electron/core/service/answers/service-problems.test.ts',
  title: 'a problem holds no known secret by itself, also of an answer that was not cleaned before',
}
const UNKNOWN_SECRETS = {
  file: 'electron/core/service/redaction/redact.test.ts',
  title: 'removes an unknown secret after Bearer, in a URL query, in a header and under a secret name',
}
const EXAMPLES = { file: 'electron/core/service/redaction/redact.test.ts', title: '%s' }
const client = (title: string) => ({ file: 'electron/core/service/http/client.test.ts', title })
const BASE_URL = { file: 'electron/core/service/http/base-url.test.ts', title: 'refuses %s with a sentence' }

const pattern = (name: string, find: string, test = UNKNOWN_SECRETS): Mutant => ({
  name: `redact-${name}`,
  file: 'electron/core/service/redaction/redact.ts',
  find,
  replace: '',
  test,
})

/** Where the token goes, and where nothing of it stays. */
export const serviceMutants: Mutant[] = [
  {
    name: 'bearer-no-redirect',
    file: 'electron/core/service/http/exchange.ts',
    find: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    test: client('a redirect (%i) is an answer, never followed'),
  },
  {
    name: 'bearer-id-one-segment',
    file: 'electron/core/service/http/exchange.ts',
    find: '`/${encodeURIComponent(segment)}`',
    replace: '`/${segment}`',
    test: client('D17: the id %j stays one path segment'),
  },
  {
    name: 'bearer-id-no-dots',
    file: 'electron/core/service/http/exchange.ts',
    find: '/^\\.{0,2}$/.test(segment) || ',
    replace: '',
    test: client('D17: the id %j, which no address can carry, is not asked for'),
  },
  {
    name: 'bearer-sendable',
    file: 'electron/core/service/http/client.ts',
    find: 'used !== null && !isSendable(used)',
    replace: 'used !== null && used.length === 0',
    test: {
      file: 'electron/core/service/http/secrets.test.ts',
      title: 'a token that no header can carry is refused before fetch could repeat it',
    },
  },
  {
    name: 'bearer-https',
    file: 'electron/core/service/http/base-url.ts',
    find: "url.protocol === 'http:' && !isLoopbackHost(url.hostname)",
    replace: "url.protocol === 'ftp:'",
    test: BASE_URL,
  },
  {
    name: 'bearer-no-user-in-address',
    file: 'electron/core/service/http/base-url.ts',
    find: "url.username !== '' || url.password !== ''",
    replace: "url.hostname === ''",
    test: BASE_URL,
  },
  {
    name: 'service-value-bound',
    file: 'electron/core/service/http/body-text.ts',
    find: "if (values > MOST_VALUES) return 'too-many'",
    replace: '',
    test: {
      file: 'electron/core/service/http/hostile-bodies.test.ts',
      title: 'an answer of more values than any is refused as too large before it is parsed',
    },
  },
  {
    name: 'token-answer-redaction',
    file: 'electron/core/service/token.ts',
    find: 'const done = await withoutRepeated(raw, secrets)',
    replace: 'const done = raw',
    test: {
      file: 'electron/core/service/http/secrets.test.ts',
      title: 'a password at the very place where a sentence is cut is not shown in part',
    },
  },
  {
    name: 'service-body-bound',
    file: 'electron/core/service/http/exchange.ts',
    find: 'const LARGEST_BODY = 16 * 2 ** 20',
    replace: 'const LARGEST_BODY = 160 * 2 ** 20',
    test: {
      file: 'electron/core/service/http/hostile-bodies.test.ts',
      title: 'reading stops at 16 MiB of an answer and at 64 KiB of a refusal, unpacked',
    },
  },
  {
    name: 'echo-in-message',
    file: 'electron/core/service/answers/service-problems.ts',
    find: 'redact(said, context.secrets)',
    replace: 'said',
    test: PROBLEMS,
  },
  {
    name: 'echo-in-replay-message',
    file: 'electron/core/service/answers/replay-problem.ts',
    find: "redact(bodySays(answer.text) ?? '', context.secrets)",
    replace: "(bodySays(answer.text) ?? '')",
    test: PROBLEMS,
  },
  {
    name: 'echo-in-fields',
    file: 'electron/core/service/http/body-text.ts',
    find: 'redact(message ?? NO_WORDS, known)',
    replace: '(message ?? NO_WORDS)',
    test: PROBLEMS,
  },
  {
    name: 'echo-in-headers',
    file: 'electron/core/service/http/headers.ts',
    find: 'cut(redact(value, known), LONGEST_VALUE)',
    replace: 'cut(value, LONGEST_VALUE)',
    test: ECHOES,
  },
  {
    name: 'authorization-in-headers',
    file: 'electron/core/service/http/headers.ts',
    find: 'if (!isSecretName(name)) return',
    replace: 'if (name !== REDACTED) return',
    test: {
      file: 'electron/core/service/http/traffic.test.ts',
      title: 'hides secret values, keeps spelling, order and repetitions',
    },
  },
  {
    name: 'journal-known-secrets',
    file: 'electron/core/service/journal.ts',
    find: "cut(redact(path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''), secrets), 2_000)",
    replace: "cut(path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''), 2_000)",
    test: {
      file: 'electron/core/service/journal.test.ts',
      title: 'keeps ids and harmless values, hides secret ones and known secrets',
    },
  },
  pattern('addresses', '.replace(URL_LIKE, stripUrl)'),
  pattern('json', '.replace(IN_JSON, `$1"${REDACTED}"`)'),
  pattern('query', '.replace(IN_QUERY, `$1=${REDACTED}`)'),
  pattern('header', '.replace(HEADER, `$1$2${REDACTED}`)'),
  pattern('bearer', '.replace(BEARER, `$1 ${REDACTED}`)'),
  pattern('jwt', '.replace(DOTTED, withoutJwt)', EXAMPLES),
  {
    name: 'redact-short-secrets',
    file: 'electron/core/service/redaction/redact.ts',
    find: 'out = out.replaceAll(pattern, REDACTED)',
    replace: '',
    test: EXAMPLES,
  },
  {
    name: 'report-without-private',
    file: 'electron/core/activity/report.ts',
    find: 'withoutPrivate(words, known)',
    replace: 'words',
    test: {
      file: 'electron/core/handlers/activity-handlers.test.ts',
      title:
        'journal, export and report hold no key, password, cookie value, signed link, folder or search, whatever the service repeats',
    },
  },
  {
    name: 'report-ids',
    file: 'electron/core/activity/private.ts',
    find: "part === '' || WORDS.has(part) ? part : numbered(part)",
    replace: 'part',
    test: {
      file: 'electron/core/activity/private.test.ts',
      title: 'ids become numbers, the same id the same number; of a query only counts and flags stay',
    },
  },
  {
    name: 'curl-without-secrets',
    file: 'electron/core/activity/curl.ts',
    find: '!NOT_REPEATED.test(name) && !isSecretName(name) && !value.includes(REDACTED)',
    replace: '!NOT_REPEATED.test(name)',
    test: {
      file: 'electron/core/activity/curl.test.ts',
      title: 'leaves out what the log does not hold and what curl says by itself',
    },
  },
  {
    name: 'keychain-loader-settings',
    file: 'electron/core/account/keychain/keychain.ts',
    find: 'forgetLoaderSettings()\n  const',
    replace: 'const',
    test: {
      file: 'electron/core/account/keychain/keychain-loading.test.ts',
      title: 'a library that the environment names is not loaded in place of the keychain’s',
    },
  },
  {
    name: 'keychain-words-of-library',
    file: 'electron/core/account/keychain/keychain.ts',
    find: 'log.warn(`keychain: ${what} failed`)',
    replace: 'log.warn(`keychain: ${what} failed: ${text}`)',
    test: {
      file: 'electron/core/account/keychain/keychain-parts.test.ts',
      title: 'the words of the library reach neither the person nor the log',
    },
  },
  {
    name: 'certificate-look-sends-nothing',
    file: 'electron/core/certificates/problem.ts',
    find: "socket.once('secureConnect', () => end(read(socket.getPeerCertificate())))",
    replace:
      "socket.once('secureConnect', () => socket.write('GET / HTTP/1.1\\r\\n\\r\\n', () => end(read(socket.getPeerCertificate()))))",
    test: {
      file: 'electron/core/certificates/certificates.test.ts',
      title: 'H50: the look at a refused certificate sends no byte',
    },
  },
]
