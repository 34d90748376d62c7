/** `node export-child.ts URL COUNT`: exports a list of that segment COUNT times; prints the result, times in ms and the peak memory. */
import { readFileSync } from 'node:fs'
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
// What the system counts for a process begins with the memory of the one that started it; Linux has the own peak as well.
const ownPeak = process.platform === 'linux' ? /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) : null
const peakMb = Number(ownPeak?.[1] ?? process.resourceUsage().maxRSS) / 1024
const back = result.ok ? await readBack(run.partPath) : null
process.stdout.write(
  JSON.stringify({ result, ms, cpuMs, peakMb, pictures: back?.at.length, durationS: back?.durationS }),
)
await run.end()
