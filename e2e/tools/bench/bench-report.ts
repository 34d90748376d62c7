import { arch, cpus, platform, totalmem } from 'node:os'

/** One line of a bench: ours beside a peer measured in the same run, and the bar of the ratio. */
export type Row = {
  name: string
  ours: number
  peer: number
  peer_name: string
  ratio: number
  bar: string
  holds: boolean
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0
export const p95 = (values: readonly number[]): number => sorted(values)[Math.floor(values.length * 0.95)] ?? 0

/** A row whose bar is an upper bound of ours / peer. */
export const atMost = (name: string, ours: number, peer: number, peer_name: string, bound: number): Row => ({
  name,
  ours,
  peer,
  peer_name,
  ratio: ours / peer,
  bar: `≤ ${bound} ×`,
  holds: ours / peer <= bound,
})

/** A row whose bar is an absolute time. */
export const within = (name: string, ms: number, bound: number): Row => ({
  ...atMost(name, ms, bound, 'bar', 1),
  bar: `≤ ${bound} ms`,
})

/** Prints the table and, with `--json`, one last line for programs; the exit code tells whether every bar holds. */
export const report = (title: string, rows: Row[], json: boolean): void => {
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}, node ${process.version}`
  console.log(`${title}, ${machine}`)
  console.table(
    rows.map(({ name, ours, peer, peer_name, ratio, bar, holds }) => ({
      name,
      ours: Number(ours.toFixed(2)),
      peer: Number(peer.toFixed(2)),
      'peer is': peer_name,
      ratio: Number(ratio.toFixed(2)),
      bar,
      holds,
    })),
  )
  if (json) console.log(JSON.stringify({ rows, machine }))
  if (rows.some(({ holds }) => !holds)) process.exitCode = 1
}
