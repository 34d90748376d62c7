import { readFileSync } from 'node:fs'
import { playlistOf } from '../../electron/core/media/testing/media-fixtures.ts'
import type { StorageServer } from '../../electron/core/media/testing/storage-server.ts'

const PACKET = 188
const PAT = 0
const PMT = 4096
const VIDEO = 256

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
const packetsOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / PACKET }, (_, i) => bytes.subarray(i * PACKET, (i + 1) * PACKET))
const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff
const begins = (packet: Buffer): boolean => (packet.readUInt8(1) & 0x40) !== 0

/** Segments that were joined, apart again: each begins with its service description (pid 17). */
const segmentsOf = (name: string): Buffer[] => {
  const segments: Buffer[][] = []
  for (const packet of packetsOf(read(name))) {
    if (pidOf(packet) === 17) segments.push([])
    segments.at(-1)?.push(packet)
  }
  return segments.map((packets) => Buffer.concat(packets))
}

/** One packet that is filled up by its adaptation field. */
const filled = (pid: number, counter: number, payload: Buffer): Buffer => {
  const packet = Buffer.alloc(PACKET, 0xff)
  packet.set([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x30 | (counter & 15), PACKET - 5 - payload.length, 0])
  payload.copy(packet, PACKET - payload.length)
  return packet
}

/** M19: behind every tenth picture a PES that has a delimiter and an SEI alone, with the stamps of the picture. */
const withEmptyPictures = (segment: Buffer): Buffer => {
  let seen = 0
  let head: Buffer | null = null
  const out: Buffer[] = []
  for (const packet of packetsOf(segment)) {
    if (pidOf(packet) === VIDEO && begins(packet)) {
      if (head) out.push(filled(VIDEO, 0, head))
      head = null
      seen += 1
      const pes = packet.subarray(
        PACKET - (PACKET - 4 - ((packet.readUInt8(3) & 0x20) !== 0 ? 1 + packet.readUInt8(4) : 0)),
      )
      const stamps = Buffer.from(pes.subarray(0, 9 + pes.readUInt8(8)))
      const sei = [0, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1, 6, 5, 17, ...Array(17).fill(0x41), 0x80]
      if (seen % 10 === 0) {
        stamps.writeUInt16BE(0, 4)
        head = Buffer.concat([stamps, Buffer.from(sei)])
      }
    }
    out.push(packet)
  }
  if (head) out.push(filled(VIDEO, 0, head))
  return Buffer.concat(out)
}

/** M24: a first program with a stream of sound alone; its pictures are the second one's. */
const withFirstProgramOfSound = (segment: Buffer): Buffer => {
  const section = (pid: number, counter: number, body: number[]) =>
    filled(pid, counter, Buffer.from([0, ...body, ...Array(4).fill(0)]))
  const pat = [0, 0xb0, 17, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 4, 0, 2, 0xe0 | (PMT >> 8), PMT & 0xff]
  const pmt = [2, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xff, 0xff, 0xf0, 0, 15, 0xe1, 0xf4, 0xf0, 0]
  return Buffer.concat(
    packetsOf(segment).flatMap((packet) =>
      pidOf(packet) === PAT ? [section(PAT, 0, pat), section(4100, 0, pmt)] : [packet],
    ),
  )
}

const isTable = (packet: Buffer): boolean => [PAT, PMT].includes(pidOf(packet))
const tablesOf = (segment: Buffer): Buffer => Buffer.concat(packetsOf(segment).filter(isTable))
const withoutTables = (segment: Buffer): Buffer => Buffer.concat(packetsOf(segment).filter((p) => !isTable(p)))
/** H47: four bytes of arrival time in front of each packet. */
const inM2ts = (segment: Buffer): Buffer =>
  Buffer.concat(packetsOf(segment).flatMap((packet, i) => [Buffer.from([0, 0, i >> 8, i & 0xff]), packet]))
/** H33's neighbour: each packet twice, with the same counter. */
const sentTwice = (segment: Buffer): Buffer =>
  Buffer.concat(packetsOf(segment).flatMap((p, i) => (i % 3 ? [p] : [p, p])))

export type UnusualName =
  | 'numbered'
  | 'M19'
  | 'M20'
  | 'M22'
  | 'M23'
  | 'M24'
  | 'M28'
  | 'M29'
  | 'M30'
  | 'M30-fragments'
  | 'M32'
  | 'M33'
  | 'H33'
  | 'H47'

/** The cases by name: each puts its media into the storage and answers its playlist. */
export const unusualMedia = (storage: StorageServer) => {
  const put = (name: string, segments: Buffer[]): string[] =>
    segments.map((body, i) => {
      storage.put(`/${name}/${i}.ts`, body)
      return `${storage.origin}/${name}/${i}.ts`
    })
  const list = (name: string, segments: Buffer[], seconds: number[] = [], extra: string[] = []): string => {
    let at = 0
    return playlistOf(put(name, segments), extra).replace(/#EXTINF:2\.0,/g, () => `#EXTINF:${seconds[at++] ?? 2},`)
  }
  const numbered = segmentsOf('numbered.mpegts')
  const first = numbered[0] ?? Buffer.alloc(0)
  const map = (name: string, body: Buffer): string => {
    storage.put(`/${name}/map`, body)
    return `#EXT-X-MAP:URI="${storage.origin}/${name}/map"`
  }
  return (name: UnusualName): string => {
    switch (name) {
      case 'numbered':
        return list(name, numbered)
      case 'M19':
        return list(name, numbered.map(withEmptyPictures))
      case 'M20':
        return list(name, segmentsOf('open-gop.mpegts'))
      case 'M22':
        return list(name, [read('sound-first.mpegts')], [10])
      case 'M23': {
        const segments = [read('sound.mpegts'), ...numbered.slice(0, 3)]
        return list(name, segments, [4]).replace('#EXTINF:2,', '#EXT-X-DISCONTINUITY\n#EXTINF:2,')
      }
      case 'M24':
        return list(name, numbered.map(withFirstProgramOfSound))
      case 'M28':
        return list(name, [read('mpeg2.mpegts')], [3])
      case 'M29':
        return list(name, [read('hevc.mpegts')])
      case 'M30':
        return list(name, segmentsOf('two-a-second.mpegts'), [10, 10, 10])
      case 'M30-fragments': {
        storage.put(`/${name}/0`, read('numbered.m4s'))
        const init = map(name, read('numbered-init.mp4'))
        return playlistOf([`${storage.origin}/${name}/0`], [init]).replace('2.0', '6.0')
      }
      case 'M32':
        return list(name, segmentsOf('no-key-picture.mpegts'))
      case 'M33':
        return list(name, numbered.map(sentTwice))
      case 'H33':
        return list(name, numbered.map(withoutTables), [], [map(name, tablesOf(first))])
      case 'H47':
        return list(name, numbered.map(inM2ts))
    }
  }
}

/** The number that a picture of these media carries: 16 cells, black or white (bit 0 at the left). */
export const shownNumber = (element: HTMLVideoElement): number | null => {
  if (element.readyState < 2) return null
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const context = canvas.getContext('2d')
  context?.drawImage(element, 0, 0, 320, 180)
  let number = 0
  for (let bit = 0; bit < 16; bit += 1) {
    const [red = 0] = context?.getImageData(bit * 20 + 10, 20, 1, 1).data ?? []
    if (red > 128) number |= 1 << bit
  }
  return number
}
