/**
 * Looks for known weaknesses in what reaches a person: `npm run audit`, after a build. Packages that only build or test are
 * counted and not judged.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type AuditReport, readBundled, shippedFindings } from './bundled.ts'

const root = join(import.meta.dirname, '../../..')
/** Not bundled, but packed: the keychain's native part and the program it runs in. */
const PACKED = ['@napi-rs/keyring', 'electron']

const shipped = new Set([...PACKED, ...readBundled(join(root, 'out/bundled'))])
/** npm ends with 1 when it found anything: its text decides. */
const text = await new Promise<string>((resolve) => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = { cwd: root, maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' }
  execFile(npm, ['audit', '--json'], options, (_error, stdout) => resolve(stdout))
})
let report: Partial<AuditReport> = {}
try {
  report = JSON.parse(text) as Partial<AuditReport>
} catch {
  // told below
}
if (report.vulnerabilities === undefined) {
  console.error('The registry answers no audit, so nothing is known of weaknesses. Run it where one does.')
  process.exit(2)
}
const all = Object.keys(report.vulnerabilities).length
const findings = shippedFindings({ vulnerabilities: report.vulnerabilities }, shipped)
console.log(`${shipped.size} packages are shipped; ${all} of all that are installed have advisories.`)
for (const { name, severity, what } of findings) console.log(`${severity}: ${name}: ${what}`)
process.exitCode = findings.length > 0 ? 1 : 0
