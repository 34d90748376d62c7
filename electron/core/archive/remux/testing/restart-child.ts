/** `node restart-child.ts FOLDER LIST`: exports the list into the folder; prints the result. Killed by its test. */
import { readFileSync } from 'node:fs'
import { linksOf, startExport } from './export-harness.ts'

const [folder = '', list = ''] = process.argv.slice(2)
const run = await startExport({ folder })
process.stdout.write(JSON.stringify(await run.run(linksOf(readFileSync(list, 'utf8')))))
process.exit(0)
