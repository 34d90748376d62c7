import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Script } from './script.ts'
import type { Variant } from './variant.ts'

const STAGE = join(import.meta.dirname, 'stage.html')
/** What a recording is made by; with another way of making it, it is made again. */
const MAKERS = [STAGE, import.meta.filename]
/** Recordings that were made before, by what they are made of. */
const CACHE = join(tmpdir(), `replay-desk-truth-${process.getuid?.() ?? 'user'}`)

/** How long the last picture is shown once more, ms. */
const LAST_MS = 40

/** Takes each picture that the script shows, once; answers its file by what it shows. */
const photograph = async (browser: Browser, { page: [width, height] }: Variant, { shots }: Script, folder: string) => {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 })
  await page.setContent(readFileSync(STAGE, 'utf8'))
  const files = new Map<string, string>()
  for (const { stage } of shots) {
    const key = JSON.stringify(stage)
    if (files.has(key)) continue
    await page.evaluate(`window.render(${key})`)
    const path = join(folder, `${files.size}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 95 })
    files.set(key, path)
  }
  await page.close()
  return files
}

const encode = (variant: Variant, { shots, truth }: Script, files: Map<string, string>, target: string): void => {
  const lines = ['ffconcat version 1.0']
  shots.forEach(({ atMs, stage }, index) => {
    let restMs = (shots[index + 1]?.atMs ?? truth.durationMs - LAST_MS) - atMs
    // A capture repeats a still picture every two seconds, so that segments can be cut.
    for (; restMs > 2_000; restMs -= 2_000) lines.push(`file '${files.get(JSON.stringify(stage))}'`, 'duration 2')
    lines.push(`file '${files.get(JSON.stringify(stage))}'`, `duration ${(restMs / 1_000).toFixed(3)}`)
  })
  // The last picture comes once more at the end: a format that holds times of pictures alone knows no length of the last.
  lines.push(`file '${files.get(JSON.stringify(shots.at(-1)?.stage))}'`, `duration ${LAST_MS / 1_000}`)
  const list = `${target}.txt`
  writeFileSync(list, `${lines.join('\n')}\n`)
  const [width, height] = variant.video ?? variant.page
  const rate = variant.rate === null ? ['-fps_mode', 'vfr'] : ['-fps_mode', 'cfr', '-r', String(variant.rate)]
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, ...rate, '-an'],
    ...['-vf', `scale=${width}:${height}:in_range=pc:out_range=tv,format=yuv420p`, '-c:v', 'libx264'],
    ...['-preset', 'veryfast', '-crf', String(variant.crf), '-threads', '2', '-video_track_timescale', '1000'],
    ...[
      '-force_key_frames',
      `expr:gte(t,n_forced*${variant.keySeconds})`,
      '-t',
      String(truth.durationMs / 1_000),
      '-f',
      'mp4',
      target,
    ],
  ])
  rmSync(list)
}

/** The recording of a variant as an MP4; taken from the cache when it was made before. Needs ffmpeg. */
export const makeRecording = async (browser: Browser, variant: Variant): Promise<string> => {
  const script = variant.script()
  const makers = MAKERS.map((file) => readFileSync(file, 'utf8'))
  const made = JSON.stringify([script.shots, { ...variant, apart: undefined }, makers])
  const target = join(CACHE, `${variant.name}-${createHash('sha256').update(made).digest('hex').slice(0, 16)}.mp4`)
  if (existsSync(target)) return target
  mkdirSync(CACHE, { recursive: true, mode: 0o700 })
  const scratch = mkdtempSync(join(CACHE, 'making-'))
  try {
    const files = await photograph(browser, variant, script, scratch)
    encode(variant, script, files, join(scratch, 'made.mp4'))
    renameSync(join(scratch, 'made.mp4'), target)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return target
}
