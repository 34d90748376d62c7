import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A row of cookies.txt as another program understood it. */
export type OracleRow = {
  name: string
  value: string
  domain: string
  /** The second column: sent to hosts below the domain too. */
  tail: boolean
  path: string
  secure: boolean
  httpOnly: boolean
  /** Unix seconds; 0: a session cookie. */
  expires: number
}

const PYTHON = `
import http.cookiejar, json, sys
jar = http.cookiejar.MozillaCookieJar(sys.argv[1])
jar.load(ignore_discard=True, ignore_expires=True)
print(json.dumps([dict(name=c.name, value=c.value, domain=c.domain, tail=c.domain_specified, path=c.path,
  secure=bool(c.secure), httpOnly=c.has_nonstandard_attr('HTTPOnly') or 'HttpOnly' in c._rest,
  expires=c.expires or 0) for c in jar]))
`

const run = (program: string, args: string[]): string => {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1' },
    timeout: 20_000,
    maxBuffer: 1 << 28,
  })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`)
  return done.stdout
}

/** Why a program cannot be asked; null: it can. */
export const missing = (program: 'curl' | 'python3'): string | null =>
  spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0 ? null : `${program} is not installed`

const withFile = <T>(text: string, use: (file: string, folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'cookies-txt-'))
  try {
    const file = join(folder, 'cookies.txt')
    writeFileSync(file, text, { mode: 0o600 })
    return use(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readRow = (line: string): OracleRow | null => {
  const httpOnly = line.startsWith('#HttpOnly_')
  const columns = (httpOnly ? line.slice('#HttpOnly_'.length) : line).split('\t')
  if (columns.length !== 7) return null
  const [domain = '', tail, path = '', secure, expires, name = '', value = ''] = columns
  return {
    name,
    value,
    domain,
    tail: tail === 'TRUE',
    path,
    secure: secure === 'TRUE',
    httpOnly,
    expires: Number(expires),
  }
}

/** What curl holds after reading the file, from the file it writes itself. */
export const readWithCurl = (text: string): OracleRow[] =>
  withFile(text, (file) =>
    run('curl', ['--silent', '--disable', '-b', file, '-c', '-', 'file:///dev/null'])
      .split('\n')
      .map(readRow)
      .filter((row) => row !== null),
  )

/** What Python's `MozillaCookieJar` holds after reading the file. */
export const readWithPython = (text: string): OracleRow[] =>
  withFile(text, (file) => JSON.parse(run('python3', ['-c', PYTHON, file])) as OracleRow[])
