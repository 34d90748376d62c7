import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '../core/base/clock.ts'
import { openLibrary } from '../core/library/library.ts'
import { unwrap } from '../core/library/testing/test-library.ts'
import { startSampleService } from '../sample/sample-service.ts'
import type { SampleService } from '../sample/sample-session.ts'
import { sampleIds } from '../sample/sessions/hand-made-sessions.ts'
import { sampleFolder } from './cli-paths.ts'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { filesBelow } from './testing/folder-files.ts'
import { runCli, startCli } from './testing/run-cli.ts'

const TOKEN = 'planted-token-7f3a9c21e8'
const SLOW = 120_000
// Each test starts whole processes: on a busy machine that takes its time.
vi.setConfig({ testTimeout: SLOW })
let sample: SampleService
let home: string
let to: string

beforeAll(async () => {
  sample = await startSampleService({
    folder: sampleFolder,
    key: TOKEN,
    processingMs: 3_000,
    rateLimit: { limit: 100_000, windowS: 60 },
  })
})
afterAll(() => sample.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-cli-'))
  to = join(home, 'videos')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  Object.assign(sample.faults.media, { bytesPerSecond: null, only: null, next: [], ignoreRange: false })
  sample.faults.api.next = []
})

const env = () => ({ REPLAY_DESK_BASE_URL: sample.baseUrl, REPLAY_DESK_TOKEN: TOKEN })
const run = (...args: string[]) => runCli(args, { home, env: env() })
/** As users start it, where `run` starts a bundle of the same sources. */
const launch = (...args: string[]) => runCli(args, { home, env: env(), launcher: process.execPath })
const archive = (...args: string[]) => run('archive', '--to', to, ...args)
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const videos = (folder = to): string[] => readdirSync(folder).filter((name) => name.endsWith('.mp4'))
const onlyVideo = (folder = to): string => {
  const names = videos(folder)
  expect(names).toHaveLength(1)
  return join(folder, names[0] ?? '')
}
const mediaRequests = (): number => sample.requests.filter(({ server }) => server === 'media').length

describe('the command itself', () => {
  test('--version is the package’s, and --help names each exit code', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await launch('--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
    const help = await launch('--help')
    expect(help.code).toBe(0)
    for (const [code, meaning] of EXIT_HELP) expect(help.stdout).toContain(`${code}  ${meaning}`)
  })

  test('help fits into 80 columns', async () => {
    for (const args of [['--help'], ['archive', '--help'], ['cookies', '--help'], ['function', '--help']]) {
      const { stdout } = await run(...args)
      expect(
        stdout.split('\n').filter((line) => line.length > 80),
        args.join(' '),
      ).toEqual([])
    }
  })

  const otherNodes = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path) && !path.includes('node_modules'))
    .filter(
      (path) => Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24,
    )
  test.runIf(otherNodes.length > 0)('an older Node starts the one among the packages', async () => {
    const ran = await runCli(['health', '--json'], { home, env: env(), launcher: otherNodes[0] ?? '' })
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.json()[0]).toMatchObject({ status: 'ok' })
  })
})

describe('exit codes by cause', () => {
  test.each<[string, number, () => string[], (() => void)?]>([
    ['an unknown command', EXIT.usage, () => ['nonsense']],
    ['an address without encryption', EXIT.usage, () => ['health', '--base-url', 'http://example.com']],
    ['a header prefix that is none', EXIT.usage, () => ['health', '--header-prefix', 'x y']],
    ['no id at all', EXIT.usage, () => ['archive', '-', '--to', to]],
    ['an unknown account', EXIT.usage, () => ['sessions', '--account', 'nobody']],
    ['an unknown session', EXIT.notThere, () => ['replay', 'no-such-session']],
    ['no frames', EXIT.notThere, () => ['archive', sampleIds.noFrames, '--to', to]],
    ['a session that runs', EXIT.notReady, () => ['replay', sampleIds.active]],
    ['a session that runs, archived', EXIT.notReady, () => ['archive', sampleIds.active, '--to', to]],
    ['nothing at the address', EXIT.unreachable, () => ['health', '--base-url', 'http://127.0.0.1:9']],
    [
      'a service that refuses the values',
      EXIT.service,
      () => ['sessions'],
      () => sample.faults.api.next.push({ status: 422, times: 1 }),
    ],
    [
      'media that is gone',
      EXIT.media,
      () => ['archive', sampleIds.ferryTimetable, '--to', to],
      () => sample.faults.media.next.push({ status: 404, times: 999 }),
    ],
    ['a folder that is a file', EXIT.disk, () => ['archive', sampleIds.stockTable, '--to', import.meta.filename]],
    ['several causes', EXIT.several, () => ['archive', sampleIds.active, sampleIds.noFrames, '--to', to]],
  ])('%s: %i', async (_name, code, args, prepare) => {
    prepare?.()
    const ran = await run(...args())
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' })
    expect(ran.stderr.trim()).not.toBe('')
  })

  test('exits with its code when signed out or when the key is refused', async () => {
    expect((await runCli(['sessions'], { home })).code).toBe(EXIT.signIn)
    const wrong = { REPLAY_DESK_BASE_URL: sample.baseUrl, REPLAY_DESK_TOKEN: 'another-key-entirely' }
    const ran = await runCli(['sessions'], { home, env: wrong })
    expect(ran.code).toBe(EXIT.signIn)
    expect(ran.stderr).not.toContain('another-key-entirely')
  })

  test('K01: without a keychain login says so, and the key is nowhere', async () => {
    const ran = await runCli(['login', '--base-url', sample.baseUrl], { home, input: `${TOKEN}\n` })
    expect(ran.code).toBe(EXIT.keychain)
    expect(ran.stderr).toContain('REPLAY_DESK_TOKEN')
    expect(ran.stdout + ran.stderr + filesBelow(home)).not.toContain(TOKEN)
  })

  test('login at an address without its path says what may be missing and what was tried', async () => {
    const server = createServer((_request, response) => void response.writeHead(404).end('not here'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ran = await runCli(['login', '--base-url', bare], { home, input: `${TOKEN}\n` })
    server.close()
    expect(ran.code).toBe(EXIT.unreachable)
    expect(ran.stderr).toContain('may be missing a path such as /api/v1')
    expect(ran.stderr).toContain(`${bare}/health`)
    expect(ran.stderr).not.toContain(TOKEN)
  })

  test('a key handed over as an argument is refused and not repeated', async () => {
    for (const args of [[`--token=${TOKEN}`], ['--token', TOKEN], [TOKEN], [`-t${TOKEN}`]]) {
      const ran = await run('login', ...args)
      expect(ran.code).toBe(EXIT.usage)
      expect(ran.stdout + ran.stderr).not.toContain(TOKEN)
    }
  })
})

describe('lines for programs', () => {
  test('sessions, replay and health answer JSON', async () => {
    const list = await launch('sessions', '--json', '--limit', '3')
    expect(list.json()).toHaveLength(3)
    expect(list.json()[0]).toMatchObject({ session: expect.any(String), status: expect.any(String) })
    const [replay] = (await launch('replay', sampleIds.invoices, '--json')).json()
    expect(replay).toMatchObject({ session: sampleIds.invoices, mp4: false, playlist: true, segments: 14 })
    expect((await launch('health', '--json')).json()[0]).toMatchObject({ baseUrl: sample.baseUrl, status: 'ok' })
  })

  test('the table has the status in plain words, JSON as the service writes it', async () => {
    const args = ['sessions', '--limit', '1', '--status', 'timed_out']
    const { code, stdout } = await run(...args)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Timed out')])
    expect(stdout).not.toContain('timed_out')
    expect((await run(...args, '--json')).json()).toMatchObject([{ status: 'timed_out' }])
  })

  test('the table of sessions says why one failed, before its title', async () => {
    const { stdout } = await run('sessions', '--query', 'error:"one-time"')
    expect(stdout).toContain('Login failed: wrong one-time code · Download October invoices, first try')
    const [fine = ''] = (await run('sessions', '--query', '-is:failed title:mugs')).stdout.split('\n').slice(1)
    expect(fine).toMatch(/Closed\s+Buy two enamel mugs at Harbour & Pine$/)
  })

  test('sessions takes a query, and names the place of a wrong filter', async () => {
    const failed = (await run('sessions', '--json', '--query', 'is:failed error:"one-time CODE"')).json()
    expect(failed).toMatchObject([{ error: 'Login failed: wrong one-time code' }])
    const others = (await run('sessions', '--json', '--query', '-is:failed longer:1s')).json()
    expect(others.length).toBeGreaterThan(3)
    expect(others.filter(({ status }) => status === 'error')).toEqual([])
    const wrong = await run('sessions', '--query', 'checkout verdict:fine')
    expect([wrong.code, wrong.stdout]).toEqual([EXIT.usage, ''])
    expect(wrong.stderr).toContain('character 18')
    expect(wrong.stderr).toContain('pass')
  })

  test('a problem is one JSON line on stderr', async () => {
    const ran = await run('replay', sampleIds.noFrames, '--json')
    expect(ran.stdout).toBe('')
    expect(JSON.parse(ran.stderr)).toMatchObject({ problem: { code: 'no-frames' } })
  })

  test('ids go from sessions to archive, and each gets its line', async () => {
    const ids = await run('sessions', '--ids', '--status', 'closed')
    const picked = ids.stdout
      .split('\n')
      .filter((id) => [sampleIds.ferryTimetable, sampleIds.noRecording].includes(id as never))
    const ran = await runCli(['archive', '-', '--to', to, '--json'], { home, env: env(), input: picked.join('\n') })
    expect(ran.code).toBe(EXIT.notThere)
    const lines = Object.fromEntries(ran.json().map((line) => [line.session, line]))
    expect(lines[sampleIds.noRecording]).toMatchObject({ state: 'failed', problem: { code: 'no-recording' } })
    expect(lines[sampleIds.ferryTimetable]).toMatchObject({
      state: 'archived',
      sha256: sha256(onlyVideo()),
      partial: false,
    })
    const checked = await run('verify', to, '--json')
    expect(checked.code).toBe(0)
    expect(checked.json()).toMatchObject([{ check: 'sound', session: sampleIds.ferryTimetable }])
  })
})

describe('archive', () => {
  test('what is there and sound is not fetched again; what was changed is, under another name', {
    timeout: SLOW,
  }, async () => {
    expect((await archive(sampleIds.ferryTimetable)).code).toBe(0)
    const before = mediaRequests()
    const again = await archive(sampleIds.ferryTimetable, '--json')
    expect(again.json()).toMatchObject([{ state: 'kept' }])
    expect(mediaRequests()).toBe(before)
    const path = onlyVideo()
    const good = sha256(path)
    const bytes = readFileSync(path)
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect((await run('verify', to)).code).toBe(EXIT.notSound)
    const [line] = (await archive(sampleIds.ferryTimetable, '--json')).json()
    expect(line).toMatchObject({ state: 'archived', sha256: good })
    expect(videos()).toHaveLength(2)
  })

  test.each([
    ['MP4', sampleIds.ledgerReport, 100_000],
    ['playlist', sampleIds.invoices, 10_000],
  ])(
    'D21: %s, SIGINT and the same command again: the same bytes, no second fetch',
    { timeout: SLOW },
    async (_n, id, rate) => {
      const whole = join(home, 'whole')
      const wholeFrom = sample.requests.length
      expect((await run('archive', id, '--to', whole)).code).toBe(0)
      const fetchedWhole = fetchedSince(wholeFrom)
      sample.faults.media.bytesPerSecond = rate
      const from = sample.requests.length
      const running = await startCli(['archive', id, '--to', to, '--connections', '1', '--json'], {
        home,
        env: env(),
        launcher: process.execPath,
      })
      const sent = () =>
        sample.requests.slice(from).filter(({ server, status }) => server === 'media' && status > 0).length
      await expect.poll(() => sent() > 0 && existsSync(to) && grown(), { timeout: 20_000 }).toBe(true)
      running.child.kill('SIGINT')
      const stopped = await running.done
      expect(stopped.code).toBe(EXIT.interrupted)
      expect(stopped.json()).toMatchObject([{ state: 'interrupted' }])
      expect(videos()).toEqual([])

      sample.faults.media.bytesPerSecond = null
      const resumeFrom = sample.requests.length
      expect((await archive(id)).code).toBe(0)
      expect(readFileSync(onlyVideo()).equals(readFileSync(onlyVideo(whole)))).toBe(true)
      expect(fetchedSince(resumeFrom)).toBeLessThan(fetchedWhole)
      expect(readdirSync(to).toSorted()).toEqual(readdirSync(whole).toSorted())
    },
  )
  /** Bytes asked of the storage; the whole of an object counts as its length. */
  const fetchedSince = (from: number): number =>
    sample.requests
      .slice(from)
      .filter(({ server }) => server === 'media')
      .reduce((sum, { range }) => {
        const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
        return sum + (last === '' ? 2_000_000 : Number(last) + 1) - Number(first)
      }, 0)
  /** Something of the recording is on the disk: bytes of a part, or a whole segment. */
  const grown = (): boolean =>
    readdirSync(to, { recursive: true, withFileTypes: true }).some(
      (entry) =>
        (entry.name + entry.parentPath).includes('.mp4.part') &&
        entry.isFile() &&
        readFileSync(join(entry.parentPath, entry.name)).length > 10_000,
    )

  test('D21: killed without warning, the next run takes over', async () => {
    sample.faults.media.bytesPerSecond = 100_000
    const running = await startCli(['archive', sampleIds.ledgerReport, '--to', to], { home, env: env() })
    await expect.poll(() => existsSync(to) && grown(), { timeout: 20_000 }).toBe(true)
    running.child.kill('SIGKILL')
    await running.done
    sample.faults.media.bytesPerSecond = null
    expect((await archive(sampleIds.ledgerReport)).code).toBe(0)
    expect((await run('verify', to)).stdout).toMatch(/^sound /)
  })

  test('two runs never work on the same recording', async () => {
    sample.faults.media.bytesPerSecond = 200_000
    const first = await startCli(['archive', sampleIds.ledgerReport, '--to', to], { home, env: env() })
    await expect.poll(() => existsSync(to) && grown(), { timeout: 20_000 }).toBe(true)
    const second = await archive(sampleIds.ledgerReport)
    expect(second.code).toBe(EXIT.elsewhere)
    expect(second.stderr).toContain('Being archived by another process')
    expect((await first.done).code).toBe(0)
  })

  test('waits for a recording that is being processed', async () => {
    sample.add({
      id: 'in-the-making',
      title: 'x',
      status: 'closed',
      createdAt: sample.now() - 60_000,
      closedAt: sample.now(),
      error: null,
      closeReason: null,
      browserType: 'chromium',
      viewport: null,
      steps: [],
      replay: {
        kind: 'processing',
        // Later than a busy machine starts the command.
        readyAt: sample.now() + 12_000,
        after: { kind: 'ready', recording: 'ferry-timetable', mp4: true },
      },
    })
    const ran = await archive('in-the-making', '--wait', '60', '--name', '{session}')
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stderr).toContain('waiting')
    expect(videos()).toEqual(['in-the-making.mp4'])
  })

  test('D22: keeps a recording with a missing part only with --accept-partial, and says so', async () => {
    sample.faults.media.next.push({ status: 404, times: 999, match: '3.ts' })
    const refused = await archive(sampleIds.ticketDesk)
    expect(refused.code).toBe(EXIT.media)
    expect(refused.stderr).toMatch(/incomplete/i)
    expect(videos()).toEqual([])
    const [line] = (await archive(sampleIds.ticketDesk, '--accept-partial', '--json')).json()
    expect(line).toMatchObject({ state: 'archived', partial: true })
  })

  test('media on a plain server without ranges', async () => {
    const file = readFileSync(join(sampleFolder, 'ferry-timetable.mp4'))
    const server = createServer((_request, response) => response.end(file))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/video.mp4`
    const body = {
      mp4_url: url,
      playlist_content: null,
      expires_at: null,
      video_start_ms: null,
      video_duration_ms: null,
    }
    const facts = { status: 'closed', closedAt: null, error: null, closeReason: null }
    const replay = { kind: 'raw' as const, answer: () => ({ status: 200, body }) }
    sample.add({ id: 'plain', title: 'x', ...facts, createdAt: 0, browserType: 'x', viewport: null, steps: [], replay })
    const ran = await archive('plain')
    server.close()
    expect(ran.code).toBe(0)
    expect(readFileSync(onlyVideo()).equals(file)).toBe(true)
  })
})

describe('the desktop program beside it', () => {
  const withAccount = () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const library = unwrap(openLibrary({ folder: join(home, 'data'), clock: createClock(), log }))
    const account = {
      id: 'a1',
      label: 'Team',
      baseUrl: sample.baseUrl,
      headerPrefix: 'X-Team-',
      method: 'key' as const,
    }
    library.accounts.save({ ...account, userName: null, listsSessions: true, secretSlot: 0, secretStored: true })
    library.accounts.setActive('a1')
    return library
  }

  test('its accounts and titles are used while it has the library open', async () => {
    const library = withAccount()
    await library.sessions.addIds('a1', [sampleIds.invoices])
    library.reviews.review('a1', sampleIds.invoices, { title: 'My own title' })
    const [account] = (await runCli(['accounts', '--json'], { home })).json()
    expect(account).toMatchObject({ label: 'Team', baseUrl: sample.baseUrl, active: true, keyKept: true })
    const token = { REPLAY_DESK_TOKEN: TOKEN }
    const [replay] = (await runCli(['replay', sampleIds.invoices, '--json'], { home, env: token })).json()
    expect(replay).toMatchObject({ title: 'My own title' })
    library.close()
  })

  test('reviews go out as JSON and CSV, and come in again, the newest of each session', async () => {
    const library = withAccount()
    await library.sessions.addIds('a1', ['s-1', 's-2', 's-3'])
    library.reviews.review('a1', 's-1', { verdict: 'fail', verdictReason: '=1+1', note: 'Seen' })
    library.reviews.review('a1', 's-2', { verdict: 'pass' })
    library.marks.add('a1', 's-1', 2_500, 'Cart is empty')
    const out = await runCli(['reviews', '--json', '--query', 'verdict:fail'], { home })
    expect(out.json()).toMatchObject([{ session: 's-1', reason: '=1+1', marks: [{ atMs: 2_500 }] }])
    const csv = (await runCli(['reviews', '--csv', '--bom'], { home })).stdout
    expect(csv.startsWith('\uFEFFsession_id,')).toBe(true)
    expect(csv).toContain(`"'=1+1"`)
    expect((await runCli(['reviews'], { home })).stdout).toMatch(/^s-1 +fail /m)
    const wrong = await runCli(['reviews', '--query', 'cart verdict:fine'], { home })
    expect([wrong.code, wrong.stderr]).toEqual([EXIT.usage, expect.stringContaining('character 14')])
    expect((await runCli(['reviews', '--csv', '--json'], { home })).code).toBe(EXIT.usage)

    const file = join(home, 'reviews.jsonl')
    writeFileSync(
      file,
      (await runCli(['reviews', '--json'], { home })).stdout.replace('"verdict":"fail"', '"verdict":"unsure"'),
    )
    library.reviews.review('a1', 's-2', { verdict: 'unsure' })
    library.reviews.review('a1', 's-1', { verdict: null, verdictReason: null, note: null })
    const kept = await runCli(['reviews', 'import', file, '--dry-run'], { home })
    expect(kept.stdout).toContain('Would import: 0 new, 0 newer in the file, 2 newer here and kept, 0 the same.')
    const later = readFileSync(file, 'utf8').replaceAll(
      /"changedAt":"[^"]*"/g,
      `"changedAt":"${new Date(Date.now() + 60_000).toISOString()}"`,
    )
    writeFileSync(file, later)
    const done = (await runCli(['reviews', 'import', file, '--json'], { home })).json()
    expect(done.at(-1)).toMatchObject({ imported: true, added: 1, replaced: 1, same: 0, marks: 0 })
    expect(library.sessions.find('a1', 's-1')).toMatchObject({ verdict: 'unsure', verdictReason: '=1+1', note: 'Seen' })
    expect(library.sessions.find('a1', 's-2')?.verdict).toBe('pass')
    writeFileSync(file, later.replace('"tags":[]', '"tags":7'))
    const refused = await runCli(['reviews', 'import', file], { home })
    expect([refused.code, refused.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining("Review 1 of this file can't be read (tags)."),
    ])
    library.close()
  })

  test('K01: a kept key that cannot be read is the keychain’s problem', async () => {
    withAccount().close()
    expect((await runCli(['sessions'], { home })).code).toBe(EXIT.keychain)
  })

  describe('open', () => {
    const started = (): string => join(home, 'started')
    const makeProgram = (exitCode: number): Record<string, string> => {
      const program = join(home, 'program')
      const script = `{ echo "$1"; env; } > "${started()}.new"; mv "${started()}.new" "${started()}"; exit ${exitCode}`
      writeFileSync(program, `#!/bin/sh\n${script}\n`)
      chmodSync(program, 0o700)
      rmSync(started(), { force: true })
      return { ...env(), REPLAY_DESK_APP: program, ELECTRON_RUN_AS_NODE: '1' }
    }

    test('hands a link over, and neither token nor what makes an Electron a plain Node', async () => {
      const ran = await runCli(['open', 'a b', '--at', '12.5'], { home, env: { ...makeProgram(0), DISPLAY: ':9' } })
      expect(ran.code).toBe(0)
      const text = readFileSync(started(), 'utf8')
      expect(text.split('\n')[0]).toBe('replaydesk://session/a%20b?t=12.5')
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain('ELECTRON_RUN_AS_NODE')
    })

    test('a program that ends with an error opened nothing', async () => {
      const ran = await runCli(['open', 'a'], { home, env: { ...makeProgram(3), DISPLAY: ':9' } })
      expect(ran.code).toBe(EXIT.fault)
      expect(ran.stderr).toContain("couldn't open a window")
    })

    // Elsewhere a display is always taken to be there.
    test.runIf(process.platform === 'linux')('says that there is no display and starts nothing', async () => {
      const ran = await runCli(['open', 'a'], { home, env: makeProgram(0) })
      expect(ran.code).toBe(EXIT.fault)
      expect(ran.stderr).toContain('No display is available')
      expect(existsSync(started())).toBe(false)
      const asJson = await runCli(['open', 'a', '--json'], { home, env: makeProgram(0) })
      expect(asJson).toMatchObject({ code: EXIT.fault, stdout: '' })
    })
  })
})

test('the token and the signatures are in no output and no file', async () => {
  let all = ''
  for (const args of [
    ['health', '--verbose'],
    ['sessions', '--json', '--verbose'],
    ['replay', sampleIds.shopCheckout],
    ['replay', sampleIds.shopCheckout, '--json', '--verbose'],
    ['archive', sampleIds.shopCheckout, sampleIds.invoices, sampleIds.noFrames, '--to', to, '--verbose'],
    ['archive', sampleIds.shopCheckout, '--to', to, '--json'],
  ]) {
    const ran = await run(...args)
    all += ran.stdout + ran.stderr
  }
  sample.faults.media.next.push({ status: 404, times: 999 })
  const failed = await archive(sampleIds.ferryTimetable, '--verbose')
  expect(failed.code).not.toBe(0)
  all += failed.stdout + failed.stderr
  all += filesBelow(home)
  const signature = new URL(sample.sign('/x')).searchParams
  const names = [...signature.keys()].filter((name) => /sig/i.test(name))
  expect(names).not.toEqual([])
  for (const secret of [TOKEN, ...names.map((name) => `${name}=`)])
    expect(all.includes(secret), secret.slice(0, 8)).toBe(false)
})

describe('H37, L07: the library of the desktop program cannot be used', () => {
  test('locked by another program: "in use" and its code, never an empty answer or the advice to sign in', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const data = join(home, 'data')
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    unwrap(openLibrary({ folder: data, clock: createClock(), log })).close()
    const other = new DatabaseSync(join(data, 'library.sqlite'))
    other.exec('BEGIN EXCLUSIVE')
    for (const args of [['accounts', '--json'], ['accounts'], ['sessions']]) {
      const ran = await runCli(args, { home })
      expect([ran.code, ran.stdout]).toEqual([EXIT.disk, ''])
      expect(ran.stderr).toContain('in use by another program')
      expect(ran.stderr).not.toContain('login')
    }
    other.close()
    expect((await runCli(['accounts'], { home })).code).toBe(EXIT.ok)
  })

  test('damaged: reports it and leaves it where it is', async () => {
    const { mkdirSync } = await import('node:fs')
    mkdirSync(join(home, 'data'))
    writeFileSync(join(home, 'data', 'library.sqlite'), 'this was a library once')
    const ran = await runCli(['accounts', '--json'], { home })
    expect([ran.code, ran.stdout]).toEqual([EXIT.disk, ''])
    expect(readdirSync(join(home, 'data'))).toEqual(['library.sqlite'])
  })
})
