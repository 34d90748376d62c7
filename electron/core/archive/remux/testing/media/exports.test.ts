import { afterAll, beforeAll, chai, describe, expect, it } from 'vitest'
import { type StorageServer, startStorage } from '../../../../media/testing/storage-server.ts'
import type { HlsOutcome } from '../../../archive-types.ts'
import { verifyMp4 } from '../../../files/verify/verify-mp4.ts'
import { hasFfmpeg, linksOf, startExport } from '../export-harness.ts'
import { type Decoded, decodePictures, type Picture, probeTracks } from './decode.ts'
import { inputs, type MediaInput } from './inputs.ts'
import { createMediaKit, type Hls, type MediaKit } from './media-kit.ts'
import { serveHls } from './serve.ts'

chai.config.truncateThreshold = 0 // a difference is read whole

let storage: StorageServer
let kit: MediaKit
beforeAll(async () => {
  storage = await startStorage()
  kit = await createMediaKit()
})
afterAll(async () => {
  await storage.close()
  await kit.end()
})

/** Every picture with another number or time than right, in words: the first ones, and how many. Empty: none. */
const differences = (right: Picture[], seen: Picture[], toleranceS: number): string => {
  const zero = (seen[0]?.at ?? 0) - (right[0]?.at ?? 0)
  const wrong = Array.from(
    { length: Math.max(right.length, seen.length) },
    (_, i) => [right[i], seen[i]] as const,
  ).filter(([a, b]) => !a || !b || a.number !== b.number || Math.abs(a.at - (b.at - zero)) > toleranceS)
  if (wrong.length === 0) return ''
  const words = (picture: Picture | undefined, less: number) =>
    picture ? `${picture.number} at ${(picture.at - less).toFixed(3)}` : 'none'
  const first = wrong.slice(0, 3).map(([a, b]) => `${words(b, zero)} where ${words(a, 0)} is right`)
  return `${seen.length} of ${right.length} pictures, ${wrong.length} wrong: ${first.join('; ')}`
}

const MS = 0.001_1
/** A frame of AAC lasts 23 ms; one may be before the beginning and one behind the end. */
const SOUND_S = 0.06

const rightOf = async ({ right }: MediaInput): Promise<Picture[]> => (typeof right === 'function' ? right(kit) : right)

const expectFile = async (input: MediaInput, path: string, warnings: string[]): Promise<void> => {
  const { toleranceS = MS, sound, shown = {} } = input
  const right = await rightOf(input)
  const { pictures, errors }: Decoded = await decodePictures(path)
  expect(differences(right, pictures, toleranceS), 'each picture at its time').toBe('')
  expect(errors.slice(0, 3), 'what the decoder says').toEqual([])
  const tracks = await probeTracks(path)
  const video = tracks.find(({ kind }) => kind === 'video')
  const audio = tracks.find(({ kind }) => kind === 'audio')
  const first = right[0]?.at ?? 0
  expect(Math.abs((pictures[0]?.at ?? 0) - first), 'where the first picture is shown').toBeLessThan(
    sound ? SOUND_S : MS,
  )
  expect(
    Math.abs((video?.fromS ?? 0) + (video?.lengthS ?? 0) - input.lengthS),
    'where the last picture ends',
  ).toBeLessThan(Math.max(toleranceS, sound ? SOUND_S : 0.011))
  expect(video?.turn, 'turn').toBe(shown.turn ?? 0)
  expect(video?.pixelAspect, 'width of a pixel by its height').toBeCloseTo(shown.pixelAspect ?? 1, 2)
  if (sound?.orReported && !audio) expect(warnings, 'sound left out is told').not.toEqual([])
  else if (sound) {
    const between = (audio?.fromS ?? Number.NaN) - (pictures[0]?.at ?? 0)
    expect(Math.abs(between - (sound.fromS - first)), 'sound begins with its pictures').toBeLessThan(SOUND_S)
    expect(Math.abs((audio?.lengthS ?? 0) - (sound.toS - sound.fromS)), 'length of the sound').toBeLessThan(SOUND_S * 2)
  } else expect(audio).toBeUndefined()
  expect(await verifyMp4({ path, expectedBytes: null, announcedMs: null }), 'verified').toMatchObject({ ok: true })
}

const exported = async (input: MediaInput, made: Hls, place: string): Promise<void> => {
  const { outcome, sound } = input
  const links = linksOf(serveHls(storage, made, place))
  const run = await startExport()
  try {
    let result = await run.run(links)
    if (outcome === 'partial') {
      expect(result, 'ends as incomplete').toMatchObject({ ok: false, problem: { code: 'incomplete' } })
      result = await run.run(links, { acceptPartial: true })
    }
    if (outcome === 'refused') {
      expect(result).toMatchObject({ ok: false, problem: { code: expect.stringMatching(/media-error|no-decoder/) } })
      if (input.refusal) expect(result).toMatchObject({ problem: { details: input.refusal } })
      expect(await run.run(links, { acceptPartial: true })).toMatchObject({ ok: false })
      return
    }
    expect(result.ok ? '' : JSON.stringify(result.problem), 'the problem').toBe('')
    const { warnings, partial, samples } = (result as { value: HlsOutcome }).value
    expect(partial).toBe(outcome === 'partial')
    expect(samples, 'samples counted').toContain((await rightOf(input)).length)
    if (outcome === 'whole' && !sound?.orReported) expect(warnings).toEqual([])
    else if (outcome !== 'whole') expect(warnings).not.toEqual([])
    await expectFile(input, run.partPath, warnings)
  } finally {
    await run.end()
  }
}

describe.skipIf(!hasFfmpeg)('every picture of an export at its time', () => {
  it.for(inputs.map((input, i) => [input.title, input, `m${i}`] as const))('%s', async ([, input, place]) => {
    const made = await input.make(kit)
    const path = await kit.put(made)
    if (!input.ffmpegErrs) {
      const source = await decodePictures(path)
      const anew = made.mp4 === null && made.playlist.includes('#EXT-X-DISCONTINUITY')
      const right = await rightOf(input)
      const tolerance = anew ? Number.POSITIVE_INFINITY : (input.toleranceS ?? MS)
      expect(differences(right, source.pictures, tolerance), 'what ffmpeg decodes of the source').toBe('')
    }
    if (made.mp4 === null) return exported(input, made, place)
    const lengthMs = input.lengthS * 1_000
    const verified = await verifyMp4({ path, expectedBytes: made.mp4.length, announcedMs: lengthMs })
    expect(verified).toMatchObject({ ok: true, value: { durationMs: lengthMs } })
    const warnings = verified.ok ? verified.value.warnings : []
    if (input.outcome === 'whole') expect(warnings).toEqual([])
    else expect(warnings).not.toEqual([])
    await expectFile(input, path, warnings)
  })
})
