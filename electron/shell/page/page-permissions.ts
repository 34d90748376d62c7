import type { Session } from 'electron'
import { isOurUrl } from './origin.ts'

/** Every permission the page may have, with its reason; all others are refused. */
const ALLOWED: Record<string, string> = {
  fullscreen: 'the picture fills the screen (F)',
  'clipboard-sanitized-write': 'copy an id, a link, a frame',
}

export const isAllowedPermission = (permission: string, requestingUrl: string): boolean =>
  Object.hasOwn(ALLOWED, permission) && isOurUrl(requestingUrl)

/** Items 5 of Electron's security list: both handlers, and every device refused. */
export const restrictPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowedPermission(permission, details.requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isAllowedPermission(permission, origin.endsWith('/') ? origin : `${origin}/`),
  )
  session.setDevicePermissionHandler(() => false)
}
