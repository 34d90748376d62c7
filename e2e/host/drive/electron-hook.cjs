// Runs inside Electron before main, for tests alone: own user data folder, dialogs and the like recorded, not shown.
require('../slow-certificates.cjs')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const electron = require('electron')
const { applyFaults, readFaults } = require('../apply-faults.cjs')

const { app, dialog, shell, Notification } = electron

const userData = process.env.REPLAY_DESK_TEST_USER_DATA
if (userData) app.setPath('userData', userData)

const recorded = []
const answers = { showSaveDialog: [], showOpenDialog: [], showMessageBox: [] }
const defaults = {
  showSaveDialog: { canceled: true, filePath: '' },
  showOpenDialog: { canceled: true, filePaths: [] },
  showMessageBox: { response: 0, checkboxChecked: false },
}
for (const [name, fallback] of Object.entries(defaults)) {
  dialog[name] = async (...args) => {
    recorded.push({ what: name, options: args.at(-1) })
    return answers[name].shift() ?? fallback
  }
}
dialog.showErrorBox = (title, content) => recorded.push({ what: 'showErrorBox', title, content })
shell.openExternal = async (url) => void recorded.push({ what: 'openExternal', url })
shell.openPath = async (path) => {
  recorded.push({ what: 'openPath', path })
  return ''
}
shell.showItemInFolder = (path) => recorded.push({ what: 'showItemInFolder', path })
// The system's own handler of links stays the person's.
app.setAsDefaultProtocolClient = (protocol, ...args) => {
  recorded.push({ what: 'protocol-client', protocol, args })
  return true
}
const notifications = []
Notification.prototype.show = function show() {
  notifications.push(new WeakRef(this))
  recorded.push({ what: 'notification', title: this.title, body: this.body })
}

applyFaults(electron, readFaults())

/** Unreferenced objects are collected first, with their listeners. */
const onNotification = (event) => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  notifications.at(-1)?.deref()?.emit(event, {})
}

globalThis.deskHook = { recorded, answers, onNotification }
