import type { Mutant } from './mutant.ts'

const ADDRESSES = 'electron/core/media/storage/addresses.ts'
const RESOLVER = 'electron/core/media/storage/resolver.ts'
const reach = (title: string) => ({ file: 'electron/core/media/storage/addresses.test.ts', title })
const links = (title: string) => ({ file: 'electron/testing/planted-links.test.ts', title })
const foreign = (title: string) => ({ file: 'electron/testing/foreign-text/foreign-text.test.ts', title })
const repeated = {
  file: 'electron/core/service/answers/repeated-key.test.ts',
  title: 'a key that the service repeats %s gets no further than the wire',
}
const bounds = (title: string) => ({ file: 'electron/core/service/answers/page-walk-bounds.test.ts', title })
const transfer = (title: string) => ({ file: 'electron/core/archive/transfer/transfer-bounds.test.ts', title })
const segments = (title: string) => ({ file: 'electron/core/archive/remux/fetching/part-budget.test.ts', title })
const playlists = (title: string) => ({ file: 'electron/core/media/playlist/load-playlist.test.ts', title })
const range = (name: string, find: string): Mutant => ({
  name: `reach-${name}`,
  file: ADDRESSES,
  find,
  replace: '',
  test: reach('%s is %s'),
})

/** How far a service's links lead, what foreign text costs, and where a draft is written. */
export const boundMutants: Mutant[] = [
  range('teredo', "['2001::', 23],"),
  range('nat64-own', "['64:ff9b:1::', 48],"),
  range('translated', 'if (zero(0, 4) && n[4] === 0xffff && n[5] === 0) return four(n[6], n[7])'),
  {
    name: 'reach-isatap',
    file: ADDRESSES,
    find: '((n[4] ?? 0) & 0xfdff) === 0 && n[5] === 0x5efe',
    replace: 'n[5] === -1',
    test: reach('%s is %s'),
  },
  {
    name: 'reach-of-peers',
    file: RESOLVER,
    find: "peers?.reach(baseUrl) ?? 'public'",
    replace: "peers?.reach(baseUrl) ?? 'loopback'",
    test: reach("P20: a service's reach is its literal address, or what answered, never a look-up"),
  },
  {
    name: 'reach-mixed-peers',
    file: 'electron/core/service/http/peers.ts',
    find: "before === undefined || before === now ? now : 'public'",
    replace: 'now',
    test: reach('P20: a service that answered from a public address once stays public'),
  },
  {
    name: 'foreign-attributes',
    file: 'electron/core/media/playlist/lines.ts',
    find: '(?<![A-Z0-9-])',
    replace: '',
    test: foreign('$name'),
  },
  {
    name: 'foreign-name-length',
    file: 'electron/core/base/safe-name.ts',
    find: 'text.length > LONGEST_TEXT ?',
    replace: 'text.length > 1e9 ?',
    test: foreign('$name'),
  },
  {
    name: 'draft-exclusive',
    file: 'electron/core/archive/files/disk/draft.ts',
    find: ' | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)',
    replace: '',
    test: links('a copy and a reserved name are refused where a link lies'),
  },
  {
    name: 'draft-by-handle',
    file: 'electron/core/archive/files/disk/draft.ts',
    find: 'return await run(`/proc/self/fd/${handle.fd}`)',
    replace: 'return await run(folder)',
    test: links('a folder that is exchanged on the way gets nothing in its place'),
  },
  {
    name: 'draft-removed',
    file: 'electron/core/base/write-file.ts',
    find: 'await rm(draft, { force: true }).catch(() => {})',
    replace: '',
    test: links('a draft that cannot take its name does not stay, and its mode holds'),
  },
  {
    name: 'draft-of-part-state',
    file: 'electron/core/archive/transfer/part-state.ts',
    find: 'await replaceByDraft(statePath(partPath), JSON.stringify(text), { sync: durable })',
    replace: "await (await import('node:fs/promises')).writeFile(statePath(partPath), JSON.stringify(text))",
    test: links('the state of a part'),
  },
  {
    name: 'key-at-the-wire',
    file: 'electron/core/service/http/client.ts',
    find: 'const done = await withoutRepeated(exchanged, [token])',
    replace: 'const done = exchanged',
    test: repeated,
  },
  {
    name: 'key-in-other-dress',
    file: 'electron/core/service/redaction/redact.ts',
    find: 'if (needle) out = withoutPlaces(out, yield* placesOf(out, needle, whole))',
    replace: '',
    test: repeated,
  },
  {
    name: 'key-too-short',
    file: 'electron/core/account/connection-test.ts',
    find: "if (credentials.method === 'key' && isTooShort(credentials.key)) return keyTooShort()",
    replace: '',
    test: { file: 'electron/core/account/accounts.test.ts', title: 'a key too short to be redacted is not taken' },
  },
  {
    name: 'list-rows',
    file: 'electron/core/service/answers/page-walk.ts',
    find: "if (seen.size + skipped >= MOST_ROWS) return 'rows'",
    replace: '',
    test: bounds('a list without an end stops at half a million rows, and says so'),
  },
  {
    name: 'list-text',
    file: 'electron/core/service/answers/page-walk.ts',
    find: "if (text >= MOST_TEXT) return 'text'",
    replace: '',
    test: bounds('a list of long texts stops at 96 million signs, and says so'),
  },
  {
    name: 'list-slow-pages',
    file: 'electron/core/service/answers/page-walk.ts',
    find: 'pages >= PATIENT_PAGES && seen.size < pages * LEAST_PER_PAGE',
    replace: 'pages < 0',
    test: bounds('a list whose pages bring one row each stops after 500 of them, and says so'),
  },
  {
    name: 'field-length',
    file: 'electron/core/service/answers/wire.ts',
    find: 'cut(said, LONGEST.reason)',
    replace: 'said',
    test: bounds('fields of a session and a profile are cut where no deployment writes more'),
  },
  {
    name: 'source-on-terminal',
    file: 'electron/cli/output/output.ts',
    find: 'stdout.isTTY ? shownOnTerminal(text) : text',
    replace: 'text',
    test: {
      file: 'electron/cli/output/output.test.ts',
      title: 'a source or a policy steers no terminal, and comes through a pipe sign for sign',
    },
  },
  {
    name: 'link-other-account',
    file: 'renderer/app/navigation/link-rate.ts',
    find: '(link.account !== null && !link.account.active) || ',
    replace: '',
    test: {
      file: 'renderer/app/navigation/link-rate.test.ts',
      title: 'a link into another account is offered, never opened by itself',
    },
  },
  {
    name: 'link-rate',
    file: 'renderer/app/navigation/link-rate.ts',
    find: ' || opened.length >= MOST_AT_ONCE',
    replace: '',
    test: {
      file: 'renderer/app/navigation/link-rate.test.ts',
      title: 'five links a minute open by themselves, the others are offered',
    },
  },
  {
    name: 'transfer-watched',
    file: 'electron/core/archive/transfer/run-connections.ts',
    find: '(problem) => fail(new TransportFault(problem, false)),',
    replace: '(problem) => void problem,',
    test: transfer('a transfer that gets a byte now and then ends with the sentence, and what is there stays'),
  },
  {
    name: 'transfer-size',
    file: 'electron/core/archive/transfer/transfer-bounds.ts',
    find: 'if (now > limit) return tooLarge(limit, durationMs())',
    replace: '',
    test: transfer('a body without an end stops at what a video of its duration can have'),
  },
  {
    name: 'transfer-reserve',
    file: 'electron/core/archive/transfer/transfer-bounds.ts',
    find: 'disk.free < reserve ?',
    replace: 'disk.free < 0 ?',
    test: transfer(
      'a body without an announced length leaves a reserve of free space; an announced one was compared before',
    ),
  },
  {
    name: 'segment-budget',
    file: 'electron/core/archive/remux/fetching/part-budget.ts',
    find: 'while (total > most && open.has(me) && !isOldest()) await change.promise',
    replace: '',
    test: segments('beyond the budget only the oldest part continues, and its end admits the next one'),
  },
  {
    name: 'segment-bomb',
    file: 'electron/core/archive/remux/fetching/read-part.ts',
    find: 'await memory?.grow(count)',
    replace: '',
    test: segments(
      'six small bodies that unpack to gigabytes hold 200 MB at most, and the first ends the copy with a sentence',
    ),
  },
  {
    name: 'playlist-segments',
    file: 'electron/core/media/playlist/parse-media.ts',
    find: 'if (segments.length >= MOST_SEGMENTS) return tooMany()',
    replace: '',
    test: playlists('a recording of a whole day is read; a longer playlist is refused with its number of segments'),
  },
  {
    name: 'playlist-lines',
    file: 'electron/core/media/playlist/parse.ts',
    find: 'if (lines.length > MOST_LINES) return tooLong(MOST_LINES)',
    replace: '',
    test: playlists('a playlist of too many %s is refused before they are looked at one by one'),
  },
  {
    name: 'playlist-variants',
    file: 'electron/core/media/playlist/parse.ts',
    find: 'if (lines.length > MOST_VARIANT_LINES) return tooLong(MOST_VARIANT_LINES)',
    replace: '',
    test: playlists('a playlist of too many %s is refused before they are looked at one by one'),
  },
  {
    name: 'playlist-in-turns',
    file: 'electron/core/base/turns.ts',
    find: 'if (performance.now() - began < TURN_MS) continue',
    replace: 'continue',
    test: playlists(
      'the longest playlist leaves room for other work, when it is loaded and when its links are renewed',
    ),
  },
  {
    name: 'init-bound',
    file: 'electron/core/archive/remux/fetching/read-part.ts',
    find: 'if (length > allowed) throw',
    replace: 'if (length > LARGEST_UNSAID_BYTES) throw',
    test: segments('a key or an init section that never ends is read as far as real ones go'),
  },
  {
    name: 'key-bound',
    file: 'electron/core/archive/remux/fetching/read-part.ts',
    find: 'const bounds = { most: LARGEST_KEY_BYTES, tooLarge: NOT_A_KEY }',
    replace: 'const bounds = {}',
    test: segments('a key or an init section that never ends is read as far as real ones go'),
  },
  {
    name: 'played-segment-bomb',
    file: 'electron/core/replay/cache/shared-bodies.ts',
    find: 'if (run.bytes > LARGEST_BYTES) throw new TransportFault(TOO_LARGE, false)',
    replace: '',
    test: {
      file: 'electron/core/replay/gateway/gateway-streams.test.ts',
      title: 'a segment that unpacks to more than a player holds ends with the sentence, and nothing stays open',
    },
  },
]
