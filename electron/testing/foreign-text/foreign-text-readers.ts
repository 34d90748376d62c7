import { plain, terminalSafe, visibleSigns } from '../../cli/output/terminal-text.ts'
import { scanJson } from '../../contract/json/json-scan.ts'
import { withoutPrivate } from '../../core/activity/private.ts'
import { objectOf } from '../../core/archive/files/metadata/sidecar.ts'
import { nameFrom } from '../../core/archive/files/names/name-template.ts'
import { csvLine } from '../../core/base/csv.ts'
import { plainPart, safeStem } from '../../core/base/safe-name.ts'
import { parseDuration, parseHttpDate, parseInstant } from '../../core/base/time.ts'
import { hostOf } from '../../core/cookies/meaning/hosts.ts'
import { parseLink } from '../../core/deep-links.ts'
import { parseReviews } from '../../core/hand-over/parse-reviews.ts'
import { parseIds } from '../../core/ids/parse-ids.ts'
import { cellsOf } from '../../core/ids/table-ids.ts'
import { signatureExpiry } from '../../core/media/lease/signature-expiry.ts'
import { createObjectNames } from '../../core/media/playlist/identity.ts'
import { readAttributes } from '../../core/media/playlist/lines.ts'
import { parsePlaylist } from '../../core/media/playlist/parse.ts'
import { readAddress } from '../../core/media/storage/addresses.ts'
import { readCookieRows } from '../../core/service/answers/cookie-rows.ts'
import { problemOfReplay } from '../../core/service/answers/replay-problem.ts'
import { normaliseBaseUrl } from '../../core/service/http/base-url.ts'
import { bodyDetails, bodyFields, bodySays, jsonFault } from '../../core/service/http/body-text.ts'
import { redact, withoutSecrets } from '../../core/service/redaction/redact.ts'

const names = { home: '/home/someone', host: 'api.example.com' }

/**
 * What reads text of others, each as one call; `builds` are the files whose patterns are made at run time and so can be
 * run through their functions alone.
 */
export const FOREIGN: { name: string; builds?: string; run: (text: string) => unknown }[] = [
  {
    name: 'redact',
    builds: 'electron/core/service/redaction/redact.ts',
    run: (text) => redact(text, ['a'.repeat(24)]),
  },
  { name: 'withoutSecrets, a word', run: (text) => withoutSecrets(text, ['secretword']) },
  { name: 'withoutSecrets, a short one', run: (text) => withoutSecrets(text, ['demo']) },
  {
    name: 'withoutPrivate',
    builds: 'electron/core/activity/private.ts',
    run: (text) => withoutPrivate(text, { folders: [names.home], hosts: [names.host], secrets: [] }),
  },
  { name: 'cellsOf', builds: 'electron/core/ids/table-ids.ts', run: (text) => cellsOf(text) },
  {
    name: 'problemOfReplay',
    builds: 'electron/core/service/answers/replay-problem.ts',
    run: (text) =>
      problemOfReplay({ status: 409, headers: new Headers(), text, ms: 1 }, { secrets: [], retryAfterMs: null }, 'abc'),
  },
  { name: 'bodySays', run: bodySays },
  { name: 'bodyDetails', run: (text) => bodyDetails(text, ['a'.repeat(24)]) },
  { name: 'bodyFields', run: (text) => bodyFields(`{"detail":[{"loc":["a"],"msg":${JSON.stringify(text)}}]}`, []) },
  { name: 'scanJson', run: scanJson },
  {
    name: 'readCookieRows',
    run: async (text) => ((await jsonFault(text)) === null ? readCookieRows(text) : null),
  },
  { name: 'csvLine', run: (text) => csvLine([text]) },
  { name: 'parseReviews', run: (text) => parseReviews(text, 0) },
  { name: 'readAttributes', run: readAttributes },
  {
    name: 'parsePlaylist, one line',
    run: (text) => parsePlaylist(`#EXTM3U\n#EXT-X-KEY:${text}\n#EXTINF:4,\na.ts`, null),
  },
  { name: 'parsePlaylist, many lines', run: (text) => parsePlaylist(`#EXTM3U\n${text}`, 'https://h/a.m3u8') },
  {
    name: 'createObjectNames',
    run: (text) => {
      const nameOf = createObjectNames()
      for (let i = 0; i < text.length / 4; i += 1) nameOf(`https://h/a.ts?i=${i}`)
    },
  },
  { name: 'signatureExpiry', run: (text) => signatureExpiry(`https://h/a?${text}`) },
  { name: 'readAddress', run: (text) => readAddress(`https://${text}`) },
  { name: 'normaliseBaseUrl', run: normaliseBaseUrl },
  { name: 'parseLink', run: (text) => parseLink(`replaydesk://session/${text}`) },
  { name: 'parseInstant', run: parseInstant },
  { name: 'parseHttpDate', run: parseHttpDate },
  { name: 'parseDuration', run: (text) => parseDuration(`P${text}`) },
  { name: 'safeStem', run: (text) => safeStem(text) },
  { name: 'plainPart', run: plainPart },
  {
    name: 'nameFrom',
    run: (text) =>
      nameFrom('{title} {status}', { title: text, status: text, sessionId: text, accountLabel: text, createdAt: 0 }),
  },
  { name: 'objectOf', run: objectOf },
  { name: 'hostOf', run: hostOf },
  { name: 'plain', run: plain },
  { name: 'terminalSafe', run: terminalSafe },
  { name: 'visibleSigns', run: visibleSigns },
  { name: 'parseIds', run: (text) => parseIds(text) },
]

/** What makes several of them work hard at once. */
export const UNITS: readonly string[] = [
  ...['a', ' ', '.', '-', '/', '\\', '"', "'", '=', ',', ';', ':', '{', '[', '<', '%', '#', '1', '\n', '\t', '\u001b'],
  ...[
    'A=',
    'A="',
    '="',
    'A,',
    'A ',
    '-A',
    '. ',
    ' .',
    '.mp4',
    '.part',
    'a.mp4 ',
    '.mp4. ',
    'a.ts',
    '-.ts',
    '.js:1',
    '/a.ts ',
  ],
  ...[
    '-eyJaaaaaa',
    'eyJaaaaaa.',
    '.eyJaaaaaa',
    'a.',
    'token=',
    'token: ',
    '"token":"',
    '"token" ',
    'bearer ',
    'key ',
    'cookie: ',
  ],
  ...[
    'http://',
    'a://a@',
    'https://h/?',
    'file:///',
    'C:\\',
    '\\\\a',
    '/home/someone/',
    'api.example.com ',
    '-api.example.com',
  ],
  ...[
    '\u001b[',
    '\u001b]',
    '\u001b[0;',
    '\u009b;',
    '\u001b]0;a',
    '\u001b\\',
    '\u200d',
    '\u{1f468}\u200d',
    '\u{1f468}',
    'e\u0301',
    '\u2028',
  ],
  ...[
    '#EXTINF:1,\na\n',
    '#EXT-X-KEY:METHOD=AES-128,\n',
    '#EXT',
    '[1,',
    '{"a":',
    '["',
    '\\"',
    '} \n',
    ']\n',
    ' #',
    '# ',
    '\t#\u2028',
  ],
  ...[
    'demo ',
    'demo=',
    'secretword-',
    'a1-',
    '%2F',
    '&a=',
    '|',
    '1,2\n',
    '"a","b"\n',
    'a;b\n',
    'session_id,a\n',
    '"\n',
    '1W',
    '1D',
    'T1H',
  ],
]
