import { createHash } from 'node:crypto'
import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '../../../contract/result.ts'
import { diskProblem, errorCode } from '../files/disk/disk-problems.ts'
import { sweepDrafts } from '../files/disk/draft.ts'
import { insideRoot } from '../files/disk/inside-root.ts'
import { BEAT_MS, beat, releaseLock, takeLock } from './lock-file.ts'
import { type Owner, ownerHere } from './owner.ts'

/** Beside the recordings: the claims, and what the command line resumes with. Removed when empty. */
export const CLAIMS_FOLDER = '.replay-desk'

/** A service on this computer may have another port each time. */
export const placeOf = (baseUrl: string): string => {
  const url = new URL(baseUrl)
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname) ? `loopback${url.pathname}` : baseUrl
}

/** One recording of one service as one file name. */
export const claimName = (baseUrl: string, sessionId: string): string =>
  createHash('sha256')
    .update(`${placeOf(baseUrl)}\n${sessionId}`)
    .digest('hex')
    .slice(0, 24)

export type Claim = {
  /** The real path of the folder with what belongs to claims. */
  home: string
  /** Aborted when another process took it over, which happens only after this one gave no sign of life. */
  lost: AbortSignal
  release: () => Promise<void>
}
export type Claimed =
  | { kind: 'taken'; claim: Claim }
  | { kind: 'busy'; owner: Owner | null }
  | { kind: 'failed'; problem: Problem }

type OwnClaim = { path: string; owner: Owner; lost: AbortController }

/** Folders that this process has swept: what others left there since is for their next start. */
const swept = new Set<string>()
const sweepOnce = async (folder: string, home: string): Promise<void> => {
  if (swept.has(home)) return
  swept.add(home)
  await sweepDrafts(home)
  await sweepDrafts(folder)
}

/** What this process holds, all folders together: one timer gives the signs of life. */
const ownClaims = new Set<OwnClaim>()
let timer: ReturnType<typeof setInterval> | null = null

const beatAll = (): void => {
  for (const one of ownClaims) void beat(one.path, one.owner).then((mine) => mine || one.lost.abort())
}
const addOwn = (one: OwnClaim): void => {
  ownClaims.add(one)
  timer ??= setInterval(beatAll, BEAT_MS).unref()
}
const removeOwn = (one: OwnClaim): void => {
  ownClaims.delete(one)
  if (ownClaims.size > 0 || !timer) return
  clearInterval(timer)
  timer = null
}

const homeOf = async (folder: string): Promise<{ ok: true; value: string } | { ok: false; problem: Problem }> => {
  try {
    // Not recursive: a folder that is gone may be a disk that was unplugged, and nothing is made in its place.
    await mkdir(join(folder, CLAIMS_FOLDER))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return diskProblem(error)
  }
  return insideRoot(folder, CLAIMS_FOLDER)
}

/**
 * Takes a recording for this process, so that two programs that share a folder do not fetch it twice (L21). `tool`
 * names the program to others that find the claim. A claim whose process ended is taken over at once on the same machine,
 * and after a minute without a heartbeat elsewhere (H19).
 */
export const takeClaim = async (folder: string, baseUrl: string, sessionId: string, tool: string): Promise<Claimed> => {
  for (let tries = 0; ; tries++) {
    const home = await homeOf(folder)
    if (!home.ok) return { kind: 'failed', problem: home.problem }
    await sweepOnce(folder, home.value)
    const path = join(home.value, `${claimName(baseUrl, sessionId)}.lock`)
    const owner = ownerHere(tool)
    try {
      const taken = await takeLock(path, owner)
      if (taken !== 'taken') return { kind: 'busy', owner: taken.by }
    } catch (error) {
      if (errorCode(error) === 'ENOENT' && tries < 3) continue // removed as empty by another process
      return { kind: 'failed', problem: diskProblem(error).problem }
    }
    const one: OwnClaim = { path, owner, lost: new AbortController() }
    addOwn(one)
    const release = async (): Promise<void> => {
      removeOwn(one)
      await releaseLock(path, owner)
      await rmdir(home.value).catch(() => {}) // not empty: others are at work, or something is to be continued
    }
    return { kind: 'taken', claim: { home: home.value, lost: one.lost.signal, release } }
  }
}
