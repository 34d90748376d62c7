/**
 * The analysis beside ffmpeg on one thread: `node e2e/tools/bench/bench-analysis.ts [--json] [--runs N] [FILE.mp4 …]`.
 * Both decode the same files in the same run, turn by turn; medians. Then a recording plays beside an analysis: frames it
 * drops, long tasks of the page, memory. Needs ffmpeg, and a build for what plays.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { MOST_BUCKETS, MOST_SCREENS_PER_HOUR } from '../../../electron/contract/constants/analysis-constants.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { launchDesk } from '../../host/drive/drive.ts'
import { filterField } from '../../steps/fixtures.ts'
import { analyseFile } from '../analyse/analyse-file.ts'
import { startDecoder } from '../analyse/decoder-host.ts'
import { atMost, median, type Row, report } from './bench-report.ts'

const SAMPLES = join(import.meta.dirname, '../../../assets/sample')
const FFMPEG = process.env.FFMPEG ?? 'ffmpeg'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' } },
})
if (spawnSync(FFMPEG, ['-version']).error) {
  console.error('The analysis is compared with ffmpeg, which is not found here. Install it, or name it in FFMPEG.')
  process.exit(2)
}
const files =
  positionals.length > 0 ? positionals : ['shop-checkout.mp4', 'ledger-report.mp4'].map((name) => join(SAMPLES, name))
const runs = Math.max(3, Number(values.runs))

/** Frames a second; ffmpeg counts the frames that it decoded. */
const ffmpegRate = (file: string): number => {
  const begun = performance.now()
  const filter = ['-vf', 'scale=64:36', '-fps_mode', 'passthrough', '-f', 'null', '-']
  const { stderr } = spawnSync(FFMPEG, ['-hide_banner', '-threads', '1', '-i', file, '-an', ...filter], {
    encoding: 'utf8',
  })
  const frames = Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? 0)
  return (frames * 1_000) / (performance.now() - begun)
}

const rows: Row[] = []
const decoder = await startDecoder()
try {
  for (const file of files) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let run = -1; run < runs; run += 1) {
      const begun = performance.now()
      const { outcome } = await decoder.decode(file, () => {})
      if (!outcome.ok) throw new Error(`${file}: ${outcome.details}`)
      const rate = (outcome.pictures * 1_000) / (performance.now() - begun)
      const peer = ffmpegRate(file)
      if (run < 0) continue // the first turn warms both sides
      ours.push(rate)
      theirs.push(peer)
    }
    const name = file.split('/').at(-1) ?? file
    const ratio = median(ours) / median(theirs)
    const peer = { peer: median(theirs), peer_name: 'ffmpeg, one thread' }
    rows.push({ name: `${name}, frames/s`, ours: median(ours), ...peer, ratio, bar: '≥ 0.8 ×', holds: ratio >= 0.8 })
    const analysed = await analyseFile(decoder, file)
    if (!analysed.ok) throw new Error(analysed.error)
    const hours = analysed.record.durationMs / 3_600_000
    const kilobytes = JSON.stringify(analysed.record).length / 1_000 / hours
    rows.push({ ...atMost(`${name}, record, kB an hour`, kilobytes, 200, 'bar', 1), bar: '≤ 200 kB' })
  }
} finally {
  await decoder.close()
}

/** The process a process was started by; 0 for one that has ended. */
const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
const isBelow = (pid: number, ancestor: number): boolean =>
  pid === ancestor || (pid > 1 && isBelow(parentOf(pid), ancestor))

/** Memory of the largest page process of the program, the analysis worker in it, MB; Linux alone tells. */
const rendererMegabytes = (program: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isBelow(Number(name), program))
    .map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return 0
        const anonymous = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return Number(anonymous ?? 0) / 1_000
      } catch {
        return 0 // it ended meanwhile
      }
    })
    .reduce((most, one) => Math.max(most, one), 0)

const LEDGER = 'Build the yearly ledger report'

type Played = { dropped: number; shown: number; longTasks: number; megabytes: number; state: string }

/** Plays the ledger for some seconds and looks at what it costs; `analysed`: its analysis runs beside it. */
const play = async (analysed: boolean): Promise<Played> => {
  const desk = await launchDesk({ args: ['--demo'] })
  const { page } = desk
  const call = <T>(name: string, input: unknown): Promise<T> =>
    page.evaluate(
      ([one, two]) => Reflect.apply(window.desk.invoke, window.desk, [one, two]),
      [name, input],
    ) as Promise<T>
  try {
    await page.getByRole('grid', { name: 'Sessions' }).waitFor()
    if (!analysed) await call('settings.set', { analysisPaused: true })
    await page.evaluate(() => {
      const tasks: number[] = []
      Object.assign(globalThis, { longTasks: tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
    })
    await filterField(page).fill(LEDGER)
    await page.getByRole('row').filter({ hasText: LEDGER }).first().click()
    await page.keyboard.press('Space')
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, undefined, {
      timeout: 60_000,
    })
    await page.evaluate(() => (Reflect.get(globalThis, 'longTasks') as number[]).splice(0))
    const before = await frames(page)
    let megabytes = 0
    for (let second = 0; second < 20; second += 1) {
      await page.waitForTimeout(500)
      megabytes = Math.max(megabytes, rendererMegabytes(desk.pid))
    }
    const after = await frames(page)
    const longTasks = await page.evaluate(() => (Reflect.get(globalThis, 'longTasks') as number[]).length)
    const { state } = JSON.parse(await call<string>('analysis.get', { sessionId: sampleIds.ledgerReport })).value
    return { dropped: after.dropped - before.dropped, shown: after.shown - before.shown, longTasks, megabytes, state }
  } finally {
    await desk.close()
  }
}
const frames = (page: Page): Promise<{ dropped: number; shown: number }> =>
  page.evaluate(() => {
    const quality = document.querySelector('video')?.getVideoPlaybackQuality()
    return { dropped: quality?.droppedVideoFrames ?? 0, shown: quality?.totalVideoFrames ?? 0 }
  })

const [without, beside] = [await play(false), await play(true)]
const held = (name: string, ours: number, peer: number, bar: string, holds: boolean): Row => ({
  name,
  ours,
  peer,
  peer_name: 'without analysis',
  ratio: peer === 0 ? 0 : ours / peer,
  bar,
  holds,
})
const [dropped, tasks] = [beside.dropped <= without.dropped, beside.longTasks <= without.longTasks]
const added = beside.megabytes - without.megabytes
rows.push(
  held('frames dropped of what plays, 10 s', beside.dropped, without.dropped, 'none more', dropped),
  held('long tasks of the page, 10 s', beside.longTasks, without.longTasks, 'none more', tasks),
  held(
    'memory of the page, MB',
    beside.megabytes,
    without.megabytes,
    '≤ 300 MB more',
    without.megabytes > 0 && added <= 300,
  ),
)
console.log(
  `The analysis beside what plays ended as: ${beside.state} (${MOST_BUCKETS} buckets, ${MOST_SCREENS_PER_HOUR} screens an hour at most)`,
)
report(`Analysis, ${runs} runs`, rows, values.json)
