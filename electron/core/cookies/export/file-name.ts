import type { ExportFormat } from '../../../contract/constants/cookie-constants.ts'
import { safeStem } from '../../base/safe-name.ts'

const NAMES: Record<ExportFormat, readonly [head: string, ending: string]> = {
  netscape: ['cookies', '.txt'],
  json: ['cookies', '.json'],
  'storage-state': ['storage-state', '.json'],
  header: ['cookie-header', '.txt'],
  curl: ['curl', '.sh'],
}

/** The name an export is offered under, such as `cookies-PROFILE.txt`: one plain name on every system (D15, D16). */
export const exportFileName = (format: ExportFormat, profileId: string): string => {
  const [head, ending] = NAMES[format]
  return `${safeStem(`${head}-${profileId}`)}${ending}`
}
