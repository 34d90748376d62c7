import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEndpoint, startChromium } from './chromium-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-chromium-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The stand-in for Chromium is a shell script. */
const onPosix = test.skipIf(process.platform === 'win32')

const standIn = async (script: string) => {
  const path = join(folder, 'browser')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return { path, kind: 'named' as const, env: { FOR_IT: 'yes' } }
}

onPosix('a Chromium that does not start says why', async () => {
  const found = await standIn('echo "No usable sandbox!" >&2; exit 7')
  await expect(startChromium(found, [])).rejects.toThrow(/it ended \(7\)\nNo usable sandbox!/)
  await expect(startChromium({ ...found, path: join(folder, 'missing') }, [])).rejects.toThrow('ENOENT')
})

onPosix('it gets its arguments and environment, and is waited for when it is closed', async () => {
  const seen = join(folder, 'seen')
  const found = await standIn(`echo "$@ $FOR_IT" > ${seen}
    printf '{"id":1,"result":{"product":"HeadlessChrome/153.0.1.2"}}\\0' >&4
    sleep 0.3
    echo closed >> ${seen}`)
  const { version, close } = await startChromium(found, ['--quiet'])
  expect(version).toBe('153.0.1.2')
  await close()
  expect(await readFile(seen, 'utf8')).toBe('--quiet --remote-debugging-pipe yes\nclosed\n')
})

test('the endpoint is read once the file is there', async () => {
  const reading = readEndpoint(folder)
  await writeFile(join(folder, 'DevToolsActivePort'), '4711\n/devtools/browser/x')
  expect(await reading).toBe('ws://127.0.0.1:4711/devtools/browser/x')
})
