import { joinBytes } from '../bytes.ts'
import { packetize } from '../ts-frames.ts'
import { AVC } from '../ts-tables.ts'

/** Packet id of the pictures. */
export const VIDEO = 256
/** Packet id of the table that names the tracks. */
export const PMT = 4096

const section = (pid: number, body: number[]): Uint8Array =>
  packetize(
    pid,
    new Uint8Array(184).fill(0xff).map((b, i) => [0, ...body][i] ?? b),
    0,
  ).packets
const sums = [0, 0, 0, 0]

const PAT = section(0, [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0, ...sums])

/** The two tables of a transport stream with one AVC track, `VIDEO`. */
export const TABLES = joinBytes([
  PAT,
  section(PMT, [2, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, AVC, 0xe1, 0, 0xf0, 0, ...sums]),
])
/** The same with a track of AAC. */
export const TABLES_WITH_SOUND = joinBytes([
  PAT,
  section(PMT, [2, 0xb0, 23, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, AVC, 0xe1, 0, 0xf0, 0, 15, 0xe1, 1, 0xf0, 0, ...sums]),
])
