import type { Session } from '../chromium/devtools-pipe.ts'
import { APP_ORIGIN, PAGE_ORIGIN } from '../state.ts'

type Descriptor = { name: string; sysex?: boolean; allowWithoutSanitization?: boolean }
export type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
export type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]

/** Electron's names and what CDP calls them. `fullscreen` and `pointerLock` have no switch in Chromium. */
const PERMISSIONS: Record<string, Descriptor[]> = {
  geolocation: [{ name: 'geolocation' }],
  notifications: [{ name: 'notifications' }],
  media: [{ name: 'camera' }, { name: 'microphone' }],
  midi: [{ name: 'midi' }],
  midiSysex: [{ name: 'midi', sysex: true }],
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  'idle-detection': [{ name: 'idle-detection' }],
  'window-management': [{ name: 'window-management' }],
  'display-capture': [{ name: 'display-capture' }],
  'storage-access': [{ name: 'storage-access' }],
}

export type PermissionHandlers = { check: CheckHandler; request: RequestHandler }

/** Both of main's handlers must agree; one that is not set agrees, because Electron grants by default. */
export const isGranted = (
  handlers: PermissionHandlers,
  contents: Electron.WebContents,
  permission: string,
): boolean => {
  const requestingUrl = `${APP_ORIGIN}/`
  const details = { requestingUrl, isMainFrame: true, securityOrigin: requestingUrl }
  const checked = handlers.check?.(contents, permission as never, requestingUrl, details) ?? true
  let requested = handlers.request === null
  const answer = (granted: boolean): void => {
    requested = granted
  }
  handlers.request?.(contents, permission as never, answer, details)
  return checked && requested
}

/** Tells Chromium beforehand what main's handlers would answer when the page asks. */
export const applyPermissions = async (
  cdp: Session,
  handlers: PermissionHandlers,
  contents: Electron.WebContents,
): Promise<void> => {
  const settings = Object.entries(PERMISSIONS).flatMap(([permission, descriptors]) => {
    const setting: 'granted' | 'denied' = isGranted(handlers, contents, permission) ? 'granted' : 'denied'
    return descriptors.map((descriptor) => ({ permission: descriptor, setting, origin: PAGE_ORIGIN }))
  })
  await Promise.all(
    settings.map((setting) =>
      cdp
        .send('Browser.setPermission', setting)
        .catch((error: unknown) =>
          console.error(`[host] Permission ${setting.permission.name} could not be set: ${error}`),
        ),
    ),
  )
}
