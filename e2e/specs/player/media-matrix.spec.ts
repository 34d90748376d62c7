import { hasFfmpeg } from '../../../electron/core/archive/remux/testing/export-harness.ts'
import type { Picture } from '../../../electron/core/archive/remux/testing/media/decode.ts'
import { inputs, type MediaInput } from '../../../electron/core/archive/remux/testing/media/inputs.ts'
import {
  createMediaKit,
  type Made,
  type MediaKit,
} from '../../../electron/core/archive/remux/testing/media/media-kit.ts'
import { playerNotYet } from '../../../electron/core/archive/remux/testing/media/not-yet.ts'
import { serveHls } from '../../../electron/core/archive/remux/testing/media/serve.ts'
import { readSmallInputs } from '../../../electron/core/archive/remux/testing/media/small-inputs.ts'
import { timed, written } from '../../../electron/core/archive/remux/testing/media/unusual-streams.ts'
import { shownFrom, type Watched, watchNumbers } from '../../media/numbered-media.ts'
import { connect, expect, openSession } from '../../steps/fixtures.ts'
import { leave } from '../../steps/player-watch.ts'
import { rawSession, replayRecord } from '../../steps/raw-session.ts'
import { test } from '../../steps/storage-fixture.ts'

/** A wait of the player that is longer counts as endless. */
const BOUND_MS = 15_000
const SEEKS = [0.5, 0, 0.83, 0.2, 0.97, 0.35]
/** What the end of a recording may be off: a frame of sound, and the rounding of a container. */
const LENGTH_S = 0.12

/** The middle of the time for which a picture is shown, so that rounding decides nothing. */
const middleOf = (right: Picture[], index: number, lengthS: number): number =>
  ((right[index]?.at ?? 0) + (right[index + 1]?.at ?? lengthS)) / 2

/** What is not right, in words; null: nothing. */
const wrongWith = (input: MediaInput, right: Picture[], wanted: number[], seen: Watched): string | null => {
  const { player, lengthS, shown } = input
  if (seen.cause !== null && player !== 'plays') return null
  if (player === 'cause') return `no cause after ${BOUND_MS} ms at ${seen.at} s`
  if (seen.cause !== null) return `says "${seen.cause}" at ${seen.at} s`
  const numbers = wanted.map((index) => right[index]?.number ?? null)
  if (JSON.stringify(seen.numbers) !== JSON.stringify(numbers))
    return `shows ${seen.numbers.join(', ')} where ${numbers.join(', ')} are right, at ${seen.places.map((at) => at.toFixed(3)).join(', ')} (length ${seen.durationS})`
  if (!seen.ended) return `does not end: stands at ${seen.at} of ${seen.durationS} s`
  if (Math.abs(seen.durationS - lengthS) > LENGTH_S) return `is ${seen.durationS} s long, right is ${lengthS} s`
  if (shown?.turn && seen.size[0] > seen.size[1]) return `is not turned: ${seen.size.join('×')}`
  return null
}

type Row = { id: string; input: MediaInput; made: Promise<{ made: Made; right: Picture[] }> }

/** Makes one input after the other, so that the page is at work with one while the next ones are made. */
const makeAll = (selected: MediaInput[], kit: MediaKit): Row[] => {
  let before: Promise<unknown> = Promise.resolve()
  return selected.map((input, i) => {
    const made = before.then(async () => ({
      made: await input.make(kit),
      right: typeof input.right === 'function' ? await input.right(kit) : input.right,
    }))
    before = made.catch(() => undefined)
    return { id: `input-${String(i).padStart(3, '0')}`, input, made }
  })
}

test('M01–M33: every picture of generated media at its time in the player', async ({
  startDesk,
  startService,
  storage,
}) => {
  test.setTimeout(600_000)
  const only = process.env.REPLAY_DESK_INPUT?.split('|') ?? []
  const all: MediaInput[] = hasFfmpeg ? inputs : readSmallInputs()
  const selected = all.filter(({ title }) =>
    only.length > 0 ? only.some((part) => title.includes(part)) : !playerNotYet.includes(title),
  )
  console.log(
    `${selected.length} of ${all.length} inputs, ${hasFfmpeg ? 'made by ffmpeg' : 'committed ones: ffmpeg is absent'}`,
  )
  if (only.length === 0) console.log(`left out, not right yet: ${playerNotYet.join(' | ')}`)
  const kit = await createMediaKit()
  const rows = makeAll(selected, kit)
  const records = new Map<string, Record<string, unknown>>()
  const service = await startService()
  for (const { id } of rows)
    service.add(rawSession(id, () => ({ status: 200, body: replayRecord(records.get(id) ?? {}) })))
  const { page } = await startDesk()
  await connect(page, service)
  const wrong: string[] = []
  for (const { id, input, made: making } of rows) {
    await test.step(input.title, async () => {
      const { made, right } = await making
      if (made.mp4) storage.put(`/${id}.mp4`, made.mp4, { type: 'video/mp4' })
      records.set(
        id,
        made.mp4 === null
          ? { playlist_content: serveHls(storage, made, id) }
          : { mp4_url: `${storage.origin}/${id}.mp4` },
      )
      const { lengthS, sought = [] } = input
      const wanted = [...SEEKS.map((share) => Math.floor(share * right.length)), ...sought]
      const seeks = wanted.map((index) => middleOf(right, index, lengthS))
      const endS = Math.max(0, lengthS - 0.5)
      const look = async (): Promise<string | null> => {
        const began = Date.now()
        await openSession(page, id)
        const seen = await watchNumbers(page, { seeks, endS, boundMs: BOUND_MS })
        await leave(page)
        const fault = wrongWith(input, right, wanted, seen)
        if (only.length > 0 || fault)
          console.log(`${Date.now() - began} ms ${input.title}: ${fault ?? JSON.stringify(seen)}`)
        return fault
      }
      // A busy machine may show a picture late: what is wrong is checked once more, then reported.
      const fault = (await look()) && (await look())
      if (fault) wrong.push(`${input.title}: ${fault}`)
    })
  }
  await kit.end()
  expect(wrong).toEqual([])
})

test('a page that comes behind a still moment between two segments is shown at its time in contiguous play', async ({
  startDesk,
  startService,
  storage,
}) => {
  test.skip(!hasFfmpeg, 'makes its media by ffmpeg')
  const kit = await createMediaKit()
  const numbered = { frames: 60, fps: 10, bFrames: 0, group: 20 }
  // The first segment ends with picture 19; the page stands still for a second and a half more.
  const made = await written(
    numbered,
    {},
    timed((n) => n / 10 + (n >= 20 ? 1.5 : 0)),
  )(kit)
  await kit.end()
  const service = await startService()
  service.add(
    rawSession('still', () => ({
      status: 200,
      body: replayRecord({ playlist_content: serveHls(storage, made, 'still') }),
    })),
  )
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'still')
  const shown = await shownFrom(page, 20, BOUND_MS)
  // A busy machine may leave pictures out, but none is shown at another time than its own.
  expect(shown?.number).toBeGreaterThanOrEqual(20)
  expect(shown?.at).toBeCloseTo((shown?.number ?? 0) / 10 + 1.5, 2)
  await leave(page)
})
