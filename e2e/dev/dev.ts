// npm run dev: the page with hot reload, main and preload rebuilt and the program restarted when they change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveConfig } from 'electron-vite'
import { build, createServer, type InlineConfig, mergeConfig } from 'vite'
import { forgetToken } from '../../electron/core/desktop.ts'
import { createRunningProgram } from './running-program.ts'
import { NONCE_PLACEHOLDER } from './vite-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** As deep as `out/`, because main finds the sample recordings from where it lies. */
const folder = join(root, '.dev')
const HOST = '127.0.0.1'
/** Changes that are saved together restart the program once. */
const SETTLE_MS = 200

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket().listen(0, HOST, () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Takes the role of the repository's folder: Electron and the host read name and version there. */
const writeManifest = (): void => {
  const { name, productName, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, productName, version, type, main: 'main/main.js' }),
  )
}

/** Builds once, then again on every change; `onBuilt` is called after each build, the first included. */
const watch = (config: InlineConfig, onBuilt: () => void): Promise<unknown> =>
  build(
    mergeConfig(config, {
      build: { watch: {}, minify: false },
      plugins: [{ name: 'built', closeBundle: onBuilt }],
    } satisfies InlineConfig),
  )

const servePage = async (config: InlineConfig): Promise<{ address: string; close: () => Promise<void> }> => {
  const port = await freePort()
  const server = await createServer(
    mergeConfig(config, {
      html: { cspNonce: NONCE_PLACEHOLDER },
      optimizeDeps: { entries: ['main.tsx'] }, // the input of the build is named from the top of the repository
      // The page lives on the program's origin, so it is told where the socket is.
      server: { host: HOST, port, strictPort: true, hmr: { protocol: 'ws', host: HOST, clientPort: port } },
    } satisfies InlineConfig),
  )
  await server.listen()
  return { address: `http://${HOST}:${port}`, close: () => server.close() }
}

forgetToken(process.env)
process.env.NODE_ENV_ELECTRON_VITE = 'development' // what `electron-vite dev` sets before it reads the configuration
const { config } = await resolveConfig({ root }, 'serve', 'development')
if (!config?.main || !config.preload || !config.renderer) throw new Error('electron.vite.config.ts lacks a part')

writeManifest()
const page = await servePage(config.renderer)
const program = createRunningProgram(
  {
    folder,
    userData: join(folder, 'data'),
    args: process.argv.slice(2),
    env: { ...process.env, REPLAY_DESK_DEV_SERVER: page.address },
  },
  (code) => void page.close().then(() => process.exit(code)),
)

const built = { main: false, preload: false }
let timer: NodeJS.Timeout | undefined
const onBuilt = (part: keyof typeof built) => (): void => {
  built[part] = true
  if (!built.main || !built.preload) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    console.log('Starting Replay Desk …')
    void program.restart()
  }, SETTLE_MS)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await program.stop()
    process.exit(0)
  })
}

const viteFiles = fileURLToPath(new URL('./vite-files.ts', import.meta.url))
const main: InlineConfig = {
  build: { outDir: join(folder, 'main') },
  resolve: { alias: [{ find: /^\.\/static-files\.ts$/, replacement: viteFiles }] },
}
const preload: InlineConfig = { build: { outDir: join(folder, 'preload') } }
await Promise.all([
  watch(mergeConfig(config.main, main), onBuilt('main')),
  watch(mergeConfig(config.preload, preload), onBuilt('preload')),
])
