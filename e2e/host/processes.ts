import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the living processes whose command line mentions `text`. Linux only: reads /proc. */
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
