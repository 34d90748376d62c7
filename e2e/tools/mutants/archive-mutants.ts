import type { Mutant } from './mutant.ts'

const inside = (title: string) => ({ file: 'electron/core/archive/files/disk/inside-root.test.ts', title })
const sidecars = (title: string) => ({ file: 'electron/core/archive/files/metadata/sidecar.test.ts', title })
const folders = (title: string) => ({ file: 'electron/core/archive/files/folder.test.ts', title })
const LINKS = inside('D17: links that lead out, lead nowhere, or lead in a circle are refused')
const NO_SIGNATURE = sidecars('a metadata file never contains a signature, wherever a signed link came in')
const IMPORTED = {
  file: 'electron/core/archive/archive.test.ts',
  title: 'an imported file never replaces what the service gives: it plays, names and archives first',
}
const BOUNDED = folders('foreign texts, lists and depths are bounded, and one bad file never ends the import')
const PRIVATE = {
  file: 'electron/core/library/database/private-files.test.ts',
  title: 'the data folder is 0700 and its files are 0600 at every open, whatever they were before',
}
const SIDE_FILES = 'electron/core/archive/files/metadata/sidecar.ts'
const INSIDE_ROOT = 'electron/core/archive/files/disk/inside-root.ts'

/** What is written to the disk, and where. */
export const archiveMutants: Mutant[] = [
  {
    name: 'inside-root-names',
    file: INSIDE_ROOT,
    find: 'if (!isRelativeName(name)) return outside',
    replace: '',
    test: inside('D17: %j is refused'),
  },
  {
    name: 'inside-root-links',
    file: INSIDE_ROOT,
    find: 'if (!contains(root, path)) return null',
    replace: '',
    test: LINKS,
  },
  {
    name: 'inside-root-links-to-nowhere',
    file: INSIDE_ROOT,
    find: 'return link === null ? join(path, ...parts.slice(index)) : null',
    replace: 'return link === undefined ? null : join(path, ...parts.slice(index))',
    test: LINKS,
  },
  {
    name: 'sidecar-signatures',
    file: SIDE_FILES,
    find: "if (typeof value === 'string') return redact(value)",
    replace: "if (typeof value === 'string') return value",
    test: NO_SIGNATURE,
  },
  {
    name: 'sidecar-object',
    file: SIDE_FILES,
    find: 'sidecar.source.object === null ? null : objectOf(sidecar.source.object)',
    replace: 'sidecar.source.object',
    test: NO_SIGNATURE,
  },
  {
    name: 'sidecar-cleaned-when-written',
    file: SIDE_FILES,
    find: 'JSON.stringify(withoutSignatures({ ...sidecar, file: { ...sidecar.file, name } }), null, 2)',
    replace: 'JSON.stringify({ ...sidecar, file: { ...sidecar.file, name } }, null, 2)',
    test: NO_SIGNATURE,
  },
  {
    name: 'sidecar-written-inside',
    file: SIDE_FILES,
    find: 'return path.ok ? ok(await putSidecar(folder, name, sidecar)) : path',
    replace: 'return ok(await putSidecar(folder, name, sidecar))',
    test: sidecars('D17: a metadata file is written only inside the folder, also where a link has its name'),
  },
  {
    name: 'sidecar-bound',
    file: SIDE_FILES,
    find: 'found.size > LARGEST_BYTES',
    replace: 'found.size < 0',
    test: sidecars('a metadata file above the size bound is not read'),
  },
  {
    name: 'import-own-name',
    file: 'electron/core/archive/files/import-folder.ts',
    find: 'wanted: basename(name), taken',
    replace: 'wanted: sidecar.file.name, taken',
    test: folders('D17: names inside a foreign metadata file are not followed'),
  },
  {
    name: 'import-signatures',
    file: 'electron/core/archive/files/import-folder.ts',
    find: 'sidecar: withoutSignatures(named)',
    replace: 'sidecar: named',
    test: folders('a signature in a foreign metadata file is not imported'),
  },
  {
    name: 'import-checks-hash',
    file: 'electron/core/archive/files/import-folder.ts',
    find: "if (found.check === 'altered') return",
    replace: "if (found.check === 'missing') return",
    test: folders('an import refuses, with reasons, files that differ from their metadata file'),
  },
  {
    name: 'import-not-first',
    file: 'electron/core/replay/replays.ts',
    find: 'return copy?.imported ? null : copy',
    replace: 'return copy',
    test: IMPORTED,
  },
  {
    name: 'import-does-not-replace',
    file: 'electron/core/archive/queue/actions.ts',
    find: '(item !== null && !REPLACED.includes(item.state))',
    replace: 'item === undefined',
    test: IMPORTED,
  },
  {
    name: 'import-not-kept',
    file: 'electron/core/archive/claims/kept-pairs.ts',
    find: 'expected.imported === true',
    replace: 'expected.imported === null',
    test: IMPORTED,
  },
  {
    name: 'import-marked',
    file: 'electron/core/archive/queue/actions.ts',
    find: 'itemOf(pair, now, true)',
    replace: 'itemOf(pair, now)',
    test: IMPORTED,
  },
  {
    name: 'import-bounded',
    file: 'electron/core/archive/files/import-folder.ts',
    find: 'boundedSidecar(read.value)',
    replace: 'read.value',
    test: BOUNDED,
  },
  {
    name: 'import-goes-on',
    file: 'electron/core/archive/files/import-folder.ts',
    find: 'refuse(name, whyNot(error))',
    replace: 'throw error',
    test: BOUNDED,
  },
  {
    name: 'recheck-no-links',
    file: 'electron/core/archive/files/verify/recheck.ts',
    find: 'const path = await insideRoot(folder, name)',
    replace: 'const path = { ok: true as const, value: `${folder}/${name}` } as Awaited<ReturnType<typeof insideRoot>>',
    test: folders('a file is sound, missing or altered; links and folders in its place are never followed'),
  },
  {
    name: 'finish-inside',
    file: 'electron/core/archive/files/placing/finish.ts',
    find: 'if (!target.ok) return target\n',
    replace: '',
    test: {
      file: 'electron/core/archive/files/placing/finish.test.ts',
      title: 'D17: a name that leads out of the folder is refused, and nothing is written',
    },
  },
  {
    name: 'names-one-part',
    file: 'electron/core/base/safe-name.ts',
    find: 'const FORBIDDEN = /[<>:"/\\\\|?*]/g',
    replace: 'const FORBIDDEN = /[<>:"|?*]/g',
    test: {
      file: 'electron/core/archive/files/names/names.test.ts',
      title: 'D17: the session id %j is no path part',
    },
  },
  {
    name: 'names-no-option',
    file: 'electron/core/base/safe-name.ts',
    find: " || plain.startsWith('-')",
    replace: '',
    test: {
      file: 'electron/core/archive/files/names/names.test.ts',
      title: 'D15: %j becomes %j by the rules of Windows',
    },
  },
  {
    name: 'names-without-signatures',
    file: 'electron/core/archive/files/names/name-template.ts',
    find: "title: plainPart(redact(facts.title ?? '')),",
    replace: "title: plainPart(facts.title ?? ''),",
    test: {
      file: 'electron/core/archive/files/names/names.test.ts',
      title: 'a signature in a pasted title does not become a name',
    },
  },
  {
    name: 'frame-name-one-part',
    file: 'electron/shell/actions/frame-save.ts',
    find: 'return safeStem(',
    replace: 'return ((text: string, _bytes: number) => text)(',
    test: {
      file: 'electron/shell/actions/frame-save.test.ts',
      title: 'D17: whatever the title, the name is one plain file name of bounded length',
    },
  },
  ...[
    ['data-folder-mode', "close(folder, 'folder')", ''],
    ['data-files-mode', "if (OURS.test(name)) close(join(folder, name), 'file')", 'if (name === folder) return'],
  ].map(
    ([name = '', find = '', replace = '']): Mutant => ({
      name,
      file: 'electron/core/library/database/private-files.ts',
      find,
      replace,
      test: PRIVATE,
    }),
  ),
  {
    name: 'data-files-mode-after-open',
    file: 'electron/core/library/database/database.ts',
    find: 'keepPrivate(folder) // SQLite',
    replace: '// SQLite',
    test: PRIVATE,
  },
  {
    name: 'log-mode',
    file: 'electron/shell/log.ts',
    find: 'mode: 0o600',
    replace: 'mode: 0o644',
    test: { file: 'electron/shell/log.test.ts', title: 'no level of the log writes what the redaction rule takes out' },
  },
  {
    name: 'written-file-mode',
    file: 'electron/core/base/write-file.ts',
    find: 'await writeNewFile(draft, data, mode)',
    replace: 'await writeNewFile(draft, data)',
    test: {
      file: 'electron/core/base/write-file.test.ts',
      title: 'a mode that is asked for wins over the one that was there',
    },
  },
  {
    name: 'written-file-exclusive',
    file: 'electron/core/base/write-file.ts',
    find: "await open(path, 'wx', mode)",
    replace: "await open(path, 'w', mode)",
    test: {
      file: 'electron/shell/actions/save-file.test.ts',
      title: 'X09: a dropped ending comes back, and nothing that the dialog did not ask about is overwritten',
    },
  },
]
