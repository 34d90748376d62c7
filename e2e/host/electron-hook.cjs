// Runs inside Electron before main, for tests alone: own user data folder, dialogs and the like recorded, not shown.
const { app, dialog, shell, Notification } = require('electron')

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
Notification.prototype.show = function show() {
  recorded.push({ what: 'notification', title: this.title, body: this.body })
}

globalThis.deskHook = { recorded, answers }
