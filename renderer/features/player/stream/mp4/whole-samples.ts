import { boxesIn, viewOf } from './mp4-boxes.ts'
import { type Defaults, runsIn } from './mp4-runs.ts'

/**
 * A fragment that was cut short, with its whole samples alone: what waits for the rest of a sample would take the
 * beginning of the next fragment for it (K6). The same bytes when nothing is missing.
 */
export const wholeSamples = (input: Uint8Array, known: ReadonlyMap<number, Defaults>): Uint8Array => {
  const view = viewOf(input)
  const boxes = boxesIn(view, 0, input.length)
  const at = boxes.at(-1)?.to ?? 0
  if (at >= input.length || at + 8 > input.length) return input.subarray(0, at + 8 > input.length ? at : input.length)
  const moof = boxes.findLast(({ type }) => type === 'moof')
  const isData = view.getUint32(at + 4) === 0x6d646174 // `mdat`
  if (!moof || !isData || view.getUint32(at) === 1) return input.subarray(0, at)
  const out = input.slice()
  const write = viewOf(out)
  write.setUint32(at, input.length - at)
  for (const { countAt, dataAt, samples } of runsIn(view, moof, moof.from - 8, known)) {
    let end = dataAt
    const missing = samples.findIndex(({ size }) => {
      end += size
      return end > input.length
    })
    if (missing !== -1) write.setUint32(countAt, missing)
  }
  return out
}
