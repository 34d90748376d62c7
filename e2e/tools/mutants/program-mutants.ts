import type { Mutant } from './mutant.ts'

const boundaries = (title: string) => ({ file: 'electron/shell/page/boundaries.test.ts', title })
const wiring = (title: string) => ({ file: 'electron/shell/main-wiring.test.ts', title })
const answers = (title: string) => ({ file: 'electron/shell/dispatch.test.ts', title })
const clipboard = (title: string) => ({ file: 'electron/shell/actions/secret-clipboard.test.ts', title })

const BEFORE_READY = wiring('the sandbox is on and the scheme privileged before Electron is ready')
const BEFORE_PAGE = wiring('navigation is limited before any window, and permissions before the page is loaded')
const SENDER = wiring('the frame that sent a message is the one that is checked')
const CLIPBOARD = wiring('a copied value goes to the clipboard that forgets it when the program ends')
const NAVIGATION = boundaries(
  'foreign navigation, redirects, frames, webviews and windows are refused for every window',
)
const HANDLERS = boundaries('request, check and device handlers are all set')
const FOREIGN_PAGE = {
  file: 'electron/shell/page/app-protocol.test.ts',
  title: 'X05: a foreign page, a frame without an origin and another host get nothing',
}
const LOG = {
  file: 'electron/shell/log.test.ts',
  title: 'no level of the log writes what the redaction rule takes out',
}
const BRIDGE = {
  file: 'electron/preload/bridge.test.ts',
  title: 'the page gets one object with two functions, on one channel, and payloads without Electron’s event',
}

const FOLDERS = {
  file: 'electron/shell/actions/archive-folder-actions.test.ts',
  title: 'a folder comes from the dialog alone, whatever the page hands over',
}

const main = (name: string, find: string, replace: string, test: Mutant['test']): Mutant => ({
  name: `main-${name}`,
  file: 'electron/shell/main.ts',
  find,
  replace,
  test,
})
const permission = (name: string, find: string, replace: string, test = HANDLERS): Mutant => ({
  name: `permission-${name}`,
  file: 'electron/shell/page/page-permissions.ts',
  find,
  replace,
  test,
})
const navigation = (name: string, find: string, replace: string, test = NAVIGATION): Mutant => ({
  name: `navigation-${name}`,
  file: 'electron/shell/page/navigation-guard.ts',
  find,
  replace,
  test,
})
const sender = (name: string, find: string, replace: string, title: string): Mutant => ({
  name: `answer-${name}`,
  file: 'electron/shell/dispatch.ts',
  find,
  replace,
  test: answers(title),
})
const log = (level: string): Mutant => ({
  name: `log-redacts-${level}`,
  file: 'electron/shell/log.ts',
  find: `file.${level}(redact(line))`,
  replace: `file.${level}(line)`,
  test: LOG,
})

/** What main joins to Electron: sandbox, permissions, navigation, messages, clipboard, log. */
export const programMutants: Mutant[] = [
  main('enable-sandbox', 'app.enableSandbox()', '', BEFORE_READY),
  main('register-scheme', 'registerScheme() // only', '// only', BEFORE_READY),
  main('restrict-navigation', 'restrictNavigation(app, shell.openExternal)', '', BEFORE_PAGE),
  main('restrict-permissions', 'restrictPermissions(session.defaultSession)', '', BEFORE_PAGE),
  main(
    'clipboard-that-forgets',
    'clipboard: copied,',
    'clipboard: { copy: async (text: string) => (await clipboard.writeText(text), { ok: true, value: { clearsAt: 0 } }) },',
    CLIPBOARD,
  ),
  main('clipboard-at-the-end', 'beforeQuit: { clipboard: copied.clear },', 'beforeQuit: {},', CLIPBOARD),
  {
    name: 'ipc-sender',
    file: 'electron/shell/ipc.ts',
    find: 'event.senderFrame',
    replace: "{ origin: 'app://desk', parent: null }",
    test: SENDER,
  },
  sender(
    'foreign-sender',
    "if (!isTrustedSender(frame)) return fail('untrusted', 'Untrusted sender.')",
    '',
    'a foreign sender reaches no handler',
  ),
  sender('inner-frame', ' && frame.parent === null', '', 'sender %j is trusted: %s'),
  sender('origin', ' && frame.origin === ORIGIN', '', 'sender %j is trusted: %s'),
  sender('own-names', 'Object.hasOwn(operations, name)', 'name in operations', '%j is no operation'),
  sender(
    'schema',
    'if (!parsed.success) {',
    'if (parsed.success === undefined) {',
    'every operation answers hostile input with a result, and no handler sees what its schema refuses',
  ),
  permission('request', 'answer(isAllowedPermission(permission, details.requestingUrl)),', 'answer(true),'),
  permission(
    'check',
    "isAllowedPermission(permission, origin.endsWith('/') ? origin : `${origin}/`),",
    'permission !== origin,',
  ),
  permission(
    'devices',
    'session.setDevicePermissionHandler(() => false)',
    'session.setDevicePermissionHandler(() => true)',
  ),
  permission(
    'origin',
    ' && isOurUrl(requestingUrl)',
    " && requestingUrl !== ''",
    boundaries('grants two permissions to our page and none to any other'),
  ),
  navigation('will-navigate', "contents.on('will-navigate',", "contents.on('did-navigate',"),
  navigation('will-redirect', "contents.on('will-redirect',", "contents.on('did-redirect-navigation',"),
  navigation('will-frame-navigate', "contents.on('will-frame-navigate',", "contents.on('did-frame-navigate',"),
  navigation('webview', "contents.on('will-attach-webview', (event) => event.preventDefault())", ''),
  navigation('new-windows', "return { action: 'deny' }", "return { action: 'allow' }"),
  navigation('external', 'EXTERNAL_HOSTS.has(url.host) && ', '', boundaries('%s is not opened outside')),
  {
    name: 'origin-of-pages',
    file: 'electron/shell/page/origin.ts',
    find: 'url.startsWith(START_URL)',
    replace: 'url.startsWith(ORIGIN)',
    test: { file: 'electron/shell/page/origin.test.ts', title: '%s is ours: %s' },
  },
  {
    name: 'scheme-initiator',
    file: 'electron/shell/page/app-protocol.ts',
    find: '(initiator !== undefined && !isOurUrl(`${initiator}/`))',
    replace: 'initiator === request',
    test: FOREIGN_PAGE,
  },
  {
    name: 'scheme-host',
    file: 'electron/shell/page/app-protocol.ts',
    find: '!isOurUrl(request.url) || ',
    replace: '',
    test: FOREIGN_PAGE,
  },
  {
    name: 'bridge-raw-api',
    file: 'electron/preload/index.ts',
    find: "exposeInMainWorld('desk', {",
    replace: "exposeInMainWorld('desk', { ipcRenderer,",
    test: BRIDGE,
  },
  {
    name: 'bridge-raw-event',
    file: 'electron/preload/index.ts',
    find: 'listener(payload)',
    replace: '(listener as (...all: unknown[]) => void)(payload, _event)',
    test: BRIDGE,
  },
  {
    name: 'clipboard-time',
    file: 'electron/shell/actions/secret-clipboard.ts',
    find: 'cancel = clock.after(CLIPBOARD_MS, () => void clear())',
    replace: '',
    test: clipboard('a copied secret leaves the clipboard after its time, not before'),
  },
  {
    name: 'clipboard-of-others',
    file: 'electron/shell/actions/secret-clipboard.ts',
    find: ' && hashOf(present) === hash',
    replace: '',
    test: clipboard('what was copied meanwhile stays, and a second secret has its own whole time'),
  },
  log('info'),
  log('warn'),
  log('error'),
  {
    name: 'cookie-export-mode',
    file: 'electron/shell/actions/cookie-actions.ts',
    find: 'mode: 0o600,',
    replace: '',
    test: {
      file: 'electron/shell/actions/cookie-actions.test.ts',
      title: 'C15: an export is saved as it is, under its own ending, for the person alone',
    },
  },
  {
    name: 'activity-export-mode',
    file: 'electron/shell/actions/activity-actions.ts',
    find: 'const MODE = 0o600',
    replace: 'const MODE = 0o644',
    test: {
      file: 'electron/shell/actions/activity-actions.test.ts',
      title: 'the export streams what the filter lets through, for the person alone, and counts it',
    },
  },
  {
    name: 'page-chooses-no-folder',
    file: 'electron/contract/models/settings-models.ts',
    find: '.omit({ archiveFolder: true })',
    replace: '',
    test: FOLDERS,
  },
  {
    name: 'page-names-no-import',
    file: 'electron/shell/actions/archive-folder-actions.ts',
    find: "'archive.importFolder': async () => {\n    const from = await",
    replace: "'archive.importFolder': async (input?: { path?: string }) => {\n    const from = input?.path ?? await",
    test: FOLDERS,
  },
  {
    name: 'open-videos-alone',
    file: 'electron/shell/actions/archive-folder-actions.ts',
    find: "if (!/\\.mp4$/i.test(file.value)) return fail('storage', 'This file is not a video.')",
    replace: '',
    test: {
      file: 'electron/shell/actions/archive-folder-actions.test.ts',
      title: 'D17: only a checked file of the archive is shown or opened, and only a video is opened',
    },
  },
]
