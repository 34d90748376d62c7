import { describe, expect, it } from 'vitest'
import { joinBytes } from '../bytes.ts'
import { createCompleter, type ListedPart } from '../neighbours.ts'
import { avcTrack, keySamples, withoutRecoveryPoints } from './key-fragments.ts'
import { fragmentOf, initOf } from './testing/made-mp4.ts'

const INIT = initOf({ channels: 1, rate: 8_000, objectType: 2 })
const SIZE = 10

/** A fragment of pictures of ten bytes each, from `at` on (ticks): a NAL unit of each type. */
const fragment = (at: number, types: number[]): Uint8Array => {
  const samples = types.map((): [number, number] => [100, SIZE])
  const bytes = fragmentOf([{ track: 1, at, samples }])
  for (const [i, type] of types.entries())
    bytes.set([0, 0, 0, SIZE - 4, type], bytes.length - (types.length - i) * SIZE)
  return bytes
}

describe('keySamples', () => {
  const track = avcTrack(INIT)

  it('P16: takes IDR pictures alone for those that decoding begins at', () => {
    expect(track && keySamples(fragment(0, [1, 5, 1]), track)).toEqual([false, true, false])
  })

  it('reads each of several fragments that stand one after the other', () => {
    const both = joinBytes([fragment(0, [5, 1]), fragment(200, [1, 5])])
    expect(track && keySamples(both, track)).toEqual([true, false, false, true])
  })
})

describe('withoutRecoveryPoints', () => {
  const track = avcTrack(INIT)
  /** Two messages in one SEI, the second a recovery point, in the second sample. */
  const open = fragment(0, [5, 6, 1])
  open.set([4, 0, 6, 1, 0xc4], open.length - 2 * SIZE + 5)

  it('P16: hides recovery points behind an IDR picture, in the fragments that follow as well', () => {
    const made = track && withoutRecoveryPoints(open, track, false)
    expect([...(made?.bytes ?? [])].slice(-2 * SIZE + 5).slice(0, 5)).toEqual([4, 0, 0xf0, 1, 0xc4])
    expect(made?.linked).toBe(true)
    const next = fragment(300, [6])
    next.set([6, 1, 0, 0x80], next.length - SIZE + 5)
    expect(track && withoutRecoveryPoints(next, track, true).bytes.at(-SIZE + 5)).toBe(0xf0)
    expect(track && withoutRecoveryPoints(next, track, false)).toEqual({ bytes: next, linked: false })
  })
})

describe('createCompleter', () => {
  const files = [fragment(0, [5, 1]), fragment(200, [1, 1]), fragment(400, [1, 5]), fragment(600, [1, 1])]
  const initSegment = { url: '/init' }
  const made = async () => {
    const list = files.map((_, sn) => ({ sn, cc: 0, url: `/${sn}`, initSegment }) as unknown as ListedPart)
    const { complete, took } = createCompleter(
      () => list,
      async ({ sn }) => files[Number(sn)] as Uint8Array,
    )
    const init = { sn: 'initSegment', url: '/init', initSegment: null } as unknown as ListedPart
    await complete(init, INIT.slice().buffer as ArrayBuffer)
    return async (sn: number) => {
      const part = list[sn] as ListedPart
      const bytes = new Uint8Array(await complete(part, (files[sn] as Uint8Array).slice().buffer as ArrayBuffer))
      took(part)
      return bytes
    }
  }
  const joined = (...sns: number[]) => joinBytes(sns.map((sn) => files[sn] as Uint8Array))

  it('begins at the last fragment with a key picture when one follows none that was taken', async () => {
    const give = await made()
    expect(await give(1)).toEqual(joined(0, 1))
    expect(await give(3)).toEqual(joined(2, 3))
  })

  it('gives fragments alone when they follow one another', async () => {
    const give = await made()
    expect(await give(0)).toEqual(joined(0))
    expect(await give(1)).toEqual(joined(1))
  })

  it('goes on to the next key picture when the fragment behind was taken before', async () => {
    const give = await made()
    await give(1)
    expect(await give(0)).toEqual(joined(0, 1, 2, 3))
  })
})
