import { join } from 'node:path'
import log from 'electron-log/node'
import type { Log } from '../core/base/ports.ts'
import { redact } from '../core/service/redaction/redact.ts'

/** A rotating file in the data folder; every line passes the one redaction rule before it is written. */
export const createLog = (folder: string): Log => {
  const file = log.create({ logId: 'desk' })
  file.transports.console.level = false
  file.transports.file.level = 'info'
  file.transports.file.maxSize = 2 * 1024 * 1024
  file.transports.file.writeOptions = { encoding: 'utf8', flag: 'a', mode: 0o600 }
  file.transports.file.resolvePathFn = () => join(folder, 'desk.log')
  return {
    info: (line) => file.info(redact(line)),
    warn: (line) => file.warn(redact(line)),
    error: (line) => file.error(redact(line)),
  }
}
