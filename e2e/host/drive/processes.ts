import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Ids of the running processes whose command line mentions `text`. Linux only: reads /proc. */
export const processesNaming = (text: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
      } catch {
        return false // it ended while we looked
      }
    })
    .map(Number)

const LOOK_MS = 50

/** Waits until no process names `text` any more, `patienceMs` at most; elsewhere than on Linux it cannot be seen. */
export const untilNobodyNames = async (text: string, patienceMs: number): Promise<void> => {
  if (process.platform !== 'linux') return
  for (let waited = 0; waited < patienceMs && processesNaming(text).length > 0; waited += LOOK_MS) await wait(LOOK_MS)
}
