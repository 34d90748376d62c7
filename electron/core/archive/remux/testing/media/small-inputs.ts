import { readFileSync } from 'node:fs'
import type { Picture } from './decode.ts'
import type { MediaInput } from './inputs.ts'
import type { Hls } from './media-kit.ts'

/** One input of the committed files. */
export type SmallInput = Omit<MediaInput, 'make'> & { make: () => Promise<Hls>; right: Picture[]; slices: string[] }

/** How `small-inputs.json` names the parts of `small-inputs.bin`. */
export type SmallIndex = (Omit<SmallInput, 'make'> & {
  playlist: string
  files: { name: string; at: number; length: number }[]
})[]

const at = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url)

/** A few inputs as files, for machines without ffmpeg; `slices` names the coded bytes of each picture of `right`. */
export const readSmallInputs = (): SmallInput[] => {
  const index = JSON.parse(readFileSync(at('small-inputs.json'), 'utf8')) as SmallIndex
  const bytes = readFileSync(at('small-inputs.bin'))
  return index.map(({ playlist, files, ...input }) => {
    const parts = files.map(({ name, at, length }) => [name, bytes.subarray(at, at + length)] as const)
    const made: Hls = { playlist, files: new Map(parts), mp4: null }
    return { ...input, make: async () => made }
  })
}
