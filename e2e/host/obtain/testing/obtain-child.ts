// Obtains Electron as "npm start" does, with the exit code that a stop gives. Arguments: folder of the package, root, silence in ms.
import { obtainElectron } from '../obtain-electron.ts'

const [folder = '', root = '', silenceMs = ''] = process.argv.slice(2)
const bounds = { silenceMs: Number(silenceMs), retryAfterMs: 1_000 }
const obtained = await obtainElectron({ root, folder, bounds, print: console.log })
console.log(JSON.stringify(obtained))
process.exitCode = obtained.kind === 'stopped' ? obtained.exitCode : 0
