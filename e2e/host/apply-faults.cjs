// Makes Electron's APIs fail as its documentation says they may. The same code for the Chromium host and for Electron.

/** The person's desktop is dark or not: the host has its own way, Electron a switch. */
const applyTheme = ({ app }, { darkSystem }) => {
  if (darkSystem && process.env.REPLAY_DESK_RUNTIME !== 'chromium-host') app.commandLine.appendSwitch('force-dark-mode')
}

const applyNotifications = ({ Notification }, { notifications }) => {
  if (notifications === 'unsupported') Notification.isSupported = () => false
  if (notifications !== 'failed') return
  const show = Notification.prototype.show
  Notification.prototype.show = function showAndFail() {
    show.call(this)
    // After `show` has returned, as an unsigned program on macOS meets it.
    setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed for this application'))
  }
}

const applyWindows = ({ BrowserWindow }, { readyToShow }) => {
  if (readyToShow !== false) return
  const emit = BrowserWindow.prototype.emit
  BrowserWindow.prototype.emit = function emitButOne(name, ...args) {
    return name === 'ready-to-show' ? false : emit.call(this, name, ...args)
  }
}

/** `faults` as launchDesk takes them; before main is loaded. */
exports.applyFaults = (electron, faults) => {
  const { app, shell } = electron
  const { getPath = [], protocolClient, trashItem, openPath } = faults
  const pathOf = app.getPath.bind(app)
  app.getPath = (name) => {
    if (getPath.includes(name)) throw new Error(`Failed to get '${name}' path`)
    return pathOf(name)
  }
  if (protocolClient === false) app.setAsDefaultProtocolClient = () => false
  if (trashItem)
    shell.trashItem = async () => {
      throw new Error(trashItem)
    }
  if (openPath) shell.openPath = async () => openPath
  applyNotifications(electron, faults)
  applyTheme(electron, faults)
  applyWindows(electron, faults)
}

/** The faults of this process, which its parent handed over. */
exports.readFaults = () => JSON.parse(process.env.REPLAY_DESK_TEST_FAULTS ?? '{}')
