// A process of its own, because the package unpacks into the temporary folder of anyone who asks: TMPDIR says where.
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

const packed = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br']
const binFolder = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'))
await Promise.all(packed.map((name) => inflate(fileURLToPath(new URL(name, binFolder)))))
