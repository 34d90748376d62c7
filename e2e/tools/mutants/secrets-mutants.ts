import type { Mutant } from './mutant.ts'

const cookies = (title: string) => ({ file: 'electron/core/cookies/cookies.test.ts', title })
const seal = (title: string) => ({ file: 'electron/core/cookies/snapshots/seal.test.ts', title })
const sources = (title: string) => ({ file: 'electron/core/functions/source-store.test.ts', title })
const cli = (title: string) => ({ file: 'electron/cli/cli.test.ts', title })
const output = (title: string) => ({ file: 'electron/cli/output/output.test.ts', title })
const PLANTED = cookies('nothing of a value reaches database, files, log, journal, events or problems')
const OTHER_ACCOUNT = cookies(
  'the cookies of one account are never answered for another, also when it changes while they come',
)
const OWN_ROW = seal('a payload opens for its own row alone, and not when any byte of it was changed')
const SOURCE_PLACE = sources('a sealed source opens in its own place alone: not for another account, function or row')
const ERASED = sources(
  'what was plain before is sealed in the background, and no byte of it is left when the program has ended',
)
const STORE = 'electron/core/functions/source-store.ts'
const NO_SECRET = output('secrets are removed from every form, and a record stays JSON')
const SEAL = 'electron/core/cookies/snapshots/seal.ts'
const OUTPUT = 'electron/cli/output/output.ts'

/** Values of cookies, and what the command line prints. */
export const secretMutants: Mutant[] = [
  {
    name: 'cookies-rows-without-values',
    file: 'electron/core/cookies/reads.ts',
    find: 'rows: read.cookies.map(({ row }) => row),',
    replace: 'rows: read.cookies.map(({ row, value }) => ({ ...row, value })),',
    test: PLANTED,
  },
  {
    name: 'cookies-of-this-account',
    file: 'electron/core/cookies/reads.ts',
    find: 'read?.accountId === accountId ? ok(read) : gone()',
    replace: "(accountId === '' ? null : read) ? ok(read as KeptRead) : gone()",
    test: OTHER_ACCOUNT,
  },
  {
    name: 'cookies-preview-masked',
    file: 'electron/core/cookies/export/export.ts',
    find: 'exportAs(cookies, ask, MASKED)',
    replace: 'exportAs(cookies, ask, PLAIN)',
    test: PLANTED,
  },
  {
    name: 'snapshot-nonce',
    file: 'electron/core/sealing/aes.ts',
    find: 'randomBytes(NONCE_BYTES)',
    replace: 'Buffer.alloc(NONCE_BYTES)',
    test: seal('no two payloads of one key share a nonce, also for the same content'),
  },
  {
    name: 'snapshot-bound-to-account',
    file: SEAL,
    find: "'replay-desk cookie snapshot', accountId, snapshotId,",
    replace: "'replay-desk cookie snapshot', snapshotId,",
    test: OWN_ROW,
  },
  {
    name: 'snapshot-bound-to-row',
    file: SEAL,
    find: "'replay-desk cookie snapshot', accountId, snapshotId,",
    replace: "'replay-desk cookie snapshot', accountId,",
    test: OWN_ROW,
  },
  {
    name: 'snapshot-encrypted',
    file: 'electron/core/cookies/snapshots/snapshots.ts',
    find: 'await sealEncrypted(fullContent(read), { accountId, snapshotId }, key.value)',
    replace: 'await sealHashes(fullContent(read), salt)',
    test: cookies(
      'a snapshot opens in the next run with its values, label and mark; a removed one comes back until then',
    ),
  },
  {
    name: 'snapshot-hashes-alone',
    file: 'electron/core/cookies/snapshots/snapshot-content.ts',
    find: "record: { name, value: '', ...given },",
    replace: 'record: { name, value, ...given },',
    test: cookies('K01: without a keychain only hashes are kept, and it says so; they still tell what rotated'),
  },
  {
    name: 'snapshot-hash-salted',
    file: 'electron/core/cookies/snapshots/snapshots.ts',
    find: 'const salt = randomBytes(SALT_BYTES)',
    replace: 'const salt = Buffer.alloc(SALT_BYTES)',
    test: {
      file: 'electron/core/cookies/snapshots/seal.test.ts',
      title: 'two snapshots of one value have different hashes of it',
    },
  },
  {
    name: 'source-sealed',
    file: STORE,
    find: 'sealed: key && {',
    replace: 'sealed: key && null && {',
    test: sources('neither a draft nor a source is in any byte of the library'),
  },
  {
    name: 'source-nonce',
    file: 'electron/core/sealing/aes.ts',
    find: 'randomBytes(NONCE_BYTES)',
    replace: 'Buffer.alloc(NONCE_BYTES)',
    test: sources('no two forms of one text are the same, and their hash tells nothing without the key'),
  },
  {
    name: 'source-hash-keyed',
    file: 'electron/core/sealing/sealed-text.ts',
    find: "hkdfSync('sha256', key,",
    replace: "hkdfSync('sha256', 'x',",
    test: sources('no two forms of one text are the same, and their hash tells nothing without the key'),
  },
  {
    name: 'source-bound-to-account',
    file: STORE,
    find: "['replay-desk function source', accountId, connectionId, role]",
    replace: "['replay-desk function source', connectionId, role]",
    test: SOURCE_PLACE,
  },
  {
    name: 'source-bound-to-function',
    file: STORE,
    find: "['replay-desk function source', accountId, connectionId, role]",
    replace: "['replay-desk function source', accountId, connectionId]",
    test: SOURCE_PLACE,
  },
  {
    name: 'source-bound-to-row',
    file: STORE,
    find: '[...placeOf(accountId, place), id]',
    replace: "[...placeOf(accountId, place), id === '' ? id : '']",
    test: SOURCE_PLACE,
  },
  {
    name: 'source-erased',
    file: 'electron/core/library/tables/plain-sources.ts',
    find: "db.exec('VACUUM')",
    replace: '',
    test: ERASED,
  },
  {
    name: 'source-log-emptied',
    file: 'electron/core/library/tables/plain-sources.ts',
    find: 'PRAGMA wal_checkpoint(TRUNCATE)',
    replace: 'PRAGMA wal_checkpoint(PASSIVE)',
    test: ERASED,
  },
  {
    name: 'source-draft-kept',
    file: 'electron/core/library/tables/functions-table.ts',
    find: 'if (closed !== null) moveDraft.run(...key, closed)',
    replace: '',
    test: sources('a draft whose key is gone is never lost: told, kept, and moved into the history by the next one'),
  },
  {
    name: 'source-bounded',
    file: 'electron/core/functions/check-source.ts',
    find: 'if (size <= LARGEST_SOURCE_BYTES) return null',
    replace: 'if (size > 0) return null',
    test: {
      file: 'electron/core/functions/functions.test.ts',
      title: 'a source that is larger than any that can be sent is not shown, not stored and not sent over',
    },
  },
  {
    name: 'cli-line',
    file: OUTPUT,
    find: 'say(stdout, clean(plain(text)))',
    replace: 'say(stdout, plain(text))',
    test: NO_SECRET,
  },
  {
    name: 'cli-record',
    file: OUTPUT,
    find: 'say(stdout, jsonLine(mapTexts(value, cleaner())))',
    replace: 'say(stdout, jsonLine(value))',
    test: NO_SECRET,
  },
  {
    name: 'cli-problem',
    file: OUTPUT,
    find: 'say(stderr, clean(plain([message',
    replace: 'say(stderr, (plain([message',
    test: NO_SECRET,
  },
  {
    name: 'cli-terminal-sequences',
    file: OUTPUT,
    find: 'if (!json) say(stdout, clean(plain(text)))\n    },\n    /** An id',
    replace: 'if (!json) say(stdout, clean(text))\n    },\n    /** An id',
    test: output('text of others cannot steer a terminal'),
  },
  {
    name: 'cli-token-handed-on',
    file: 'electron/cli/commands/open-command.ts',
    find: 'env: electronEnv(env)',
    replace: 'env',
    test: cli('hands a link over, and neither token nor what makes an Electron a plain Node'),
  },
  {
    name: 'token-not-handed-on',
    file: 'electron/core/desktop.ts',
    find: ", 'REPLAY_DESK_TOKEN']",
    replace: ']',
    test: {
      file: 'electron/core/desktop.test.ts',
      title: 'the environment for Electron has no switch that makes it a plain Node, and no token',
    },
  },
  {
    name: 'main-forgets-token',
    file: 'electron/shell/main.ts',
    find: 'forgetToken(process.env)',
    replace: '',
    test: { file: 'electron/shell/main-wiring.test.ts', title: 'the token of the command line is forgotten at once' },
  },
  {
    name: 'cli-log-redacts',
    file: 'electron/cli/environment.ts',
    find: 'out.note(redact(line))',
    replace: 'out.note(line)',
    test: {
      file: 'electron/cli/environment.test.ts',
      title: 'lines for people who search a fault hold no secret, and are written when asked for',
    },
  },
  {
    name: 'cli-export-mode',
    file: 'electron/cli/commands/cookies-command.ts',
    find: '0o600',
    replace: '0o644',
    test: {
      file: 'electron/cli/inspect.test.ts',
      title: 'C15: an export to a file is readable by the person alone, and curl takes it',
    },
  },
]
