import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { minify, type Plugin } from 'vite'

const PLAYER_END = '}(!1);'

/**
 * One file of hls.js for the page and for its worker. The library's script is one function, told at its end whether it
 * runs in a worker; the published files always say no, and ship the worker's half a second time (118 kB) for those who
 * cannot make it from a blob. Ours finds out by itself.
 */
const playerFile = (): Plugin => ({
  name: 'player-file',
  enforce: 'pre',
  load: {
    filter: { id: /\/hls\.js\/dist\/hls\.light\.min\.js\?url$/ },
    async handler(id) {
      const source = (await readFile(id.slice(0, -'?url'.length), 'utf8')).replace(
        /\n\/\/# sourceMappingURL=.*\s*$/,
        '',
      )
      if (!source.endsWith(PLAYER_END)) throw new Error('hls.js no longer ends as expected: see playerFile')
      const both = `${source.slice(0, -PLAYER_END.length)}}(typeof document === 'undefined');`
      const { code } = await minify('hls.js', both, { module: false })
      const file = this.emitFile({ type: 'asset', name: 'hls.js', source: code })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  },
})

// electron-vite's table of targets ends below Electron 45, so they are named here (Node 24, Chromium 153).
export default defineConfig({
  main: {
    build: {
      target: 'node24',
      outDir: 'out/main',
      // The keyring is a native module and stays outside; everything else is bundled, so the package carries no loose modules.
      externalizeDeps: { exclude: ['zod', 'electron-log'] },
      rolldownOptions: {
        input: { main: 'electron/shell/main.ts', 'archive-thread': 'electron/core/archive/worker/entry.ts' },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      outDir: 'out/preload',
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        input: { index: 'electron/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    base: '/',
    plugins: [react(), playerFile()],
    build: {
      target: 'chrome153',
      outDir: 'out/renderer',
      minify: true,
      // Every file stays a file: the policy of the page refuses fonts from `data:`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'renderer/index.html',
        // One file for the editor, read when a text is first edited or compared.
        output: { codeSplitting: { groups: [{ name: 'codemirror', test: /node_modules\/(?:@codemirror|@lezer)\// }] } },
      },
    },
  },
})
