import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** Who holds a claim. `machine` and `startedAt` tell a process from a later one that got its number. */
const ownerModel = z.object({
  version: z.literal(1),
  tool: z.string(),
  host: z.string(),
  pid: z.int().positive(),
  /** One run of one system, and the container in it: process numbers compare within. */
  machine: z.string(),
  /** As the system tells it, in its own unit; null where it does not. */
  startedAt: z.string().nullable(),
  token: z.string(),
})
export type Owner = z.infer<typeof ownerModel>

const attempt = (read: () => string): string | null => {
  try {
    return read().trim() || null
  } catch {
    return null
  }
}

const machine = (): string => {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const container = attempt(() => readlinkSync('/proc/self/ns/pid'))
  return boot === null ? `${process.platform} ${hostname()}` : `${boot} ${container ?? ''}`.trim()
}

/** Null when there is no such process; a zombie is none. */
const processOf = (pid: number): { startedAt: string | null } | null => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: a process of another user, but a running one.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null
  }
  if (process.platform === 'darwin') {
    return { startedAt: attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })) }
  }
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name in parentheses may hold anything: state and start (field 22) are counted from behind it (proc(5)).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return fields[0] === 'Z' ? null : { startedAt: fields[19] ?? null }
}

const markOf = (pid: number): string => `${createHash('sha256').update(machine()).digest('hex').slice(0, 8)}-${pid}`

/** Names this process inside the name of a file that it may leave behind: eight hex digits, `-`, the process number. */
export const processMark = (): string => markOf(process.pid)

/** True when the process of this machine that made the mark is gone. */
export const isMarkOfEnded = (mark: string): boolean => {
  const pid = Number(mark.split('-')[1])
  return mark === markOf(pid) && processOf(pid) === null
}

/** This process; each claim gets a token of its own. */
export const ownerHere = (tool: string): Owner => ({
  version: 1,
  tool,
  host: hostname(),
  pid: process.pid,
  machine: machine(),
  startedAt: processOf(process.pid)?.startedAt ?? null,
  token: randomUUID(),
})

/** The owner a lock names; null for what was cut short, or comes from a version that wrote a bare number. */
export const readOwner = (text: string): Owner | null => {
  try {
    const parsed = ownerModel.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Whether the owner lives, as far as its process tells: `unknown` for another machine or container, and where the
 * system tells no start time. Then only its sign of life counts.
 */
export const lifeOf = (owner: Owner): 'alive' | 'dead' | 'unknown' => {
  if (owner.machine !== machine()) return 'unknown'
  const found = processOf(owner.pid)
  if (!found) return 'dead'
  if (found.startedAt === null || owner.startedAt === null) return 'unknown'
  return found.startedAt === owner.startedAt ? 'alive' : 'dead'
}

/** "replay-desk 1.2.3 on build-7, process 4711" */
export const ownerText = ({ tool, host, pid }: Owner): string => `${tool} on ${host}, process ${pid}`
