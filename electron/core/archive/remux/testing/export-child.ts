/** `node export-child.ts URL COUNT`: exports a list of that segment COUNT times; prints the result, times in ms and the peak memory. */
import { peakMib } from '../../../base/testing/peak-memory.ts'
import { playlistOf } from '../../../media/testing/media-fixtures.ts'
import { linksOf, readBack, startExport } from './export-harness.ts'

const [url = '', count = '1'] = process.argv.slice(2)
const run = await startExport({ stallMs: 30_000 })
const began = performance.now()
const cpuBefore = process.cpuUsage()
const result = await run.run(linksOf(playlistOf(Array<string>(Number(count)).fill(url))))
const ms = performance.now() - began
const used = process.cpuUsage(cpuBefore)
const cpuMs = (used.user + used.system) / 1_000
const peakMb = (peakMib() * 1024 ** 2) / 1e6
const back = result.ok ? await readBack(run.partPath) : null
process.stdout.write(
  JSON.stringify({ result, ms, cpuMs, peakMb, pictures: back?.at.length, durationS: back?.durationS }),
)
await run.end()
