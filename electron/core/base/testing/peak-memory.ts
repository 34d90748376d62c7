import { readFileSync } from 'node:fs'

/**
 * The most memory that this process took, MiB. What the system counts for a process begins with the memory of the one that
 * started it; Linux has the own peak as well.
 */
export const peakMib = (): number => {
  const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) : null
  return Number(own?.[1] ?? process.resourceUsage().maxRSS) / 1024
}
