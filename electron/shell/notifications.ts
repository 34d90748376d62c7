import { Notification } from 'electron'
import type { Log } from '../core/ports.ts'

/**
 * Notifications of the system; nothing where it has none. Each is held until the person is done with it: Electron
 * itself keeps no reference, and a collected one takes its listeners along (and on macOS leaves the screen).
 */
export const createNotifications = (log: Log) => {
  const held = new Set<Notification>()
  return (title: string, body: string, onClick: () => void): void => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    const release = () => held.delete(notification)
    held.add(notification)
    notification.on('click', () => {
      release()
      onClick()
    })
    notification.on('close', release)
    notification.on('failed', () => {
      // The system's own words may name the person's settings; the window says the same in any case.
      log.warn('the system did not show a notification')
      release()
    })
    notification.show()
  }
}
