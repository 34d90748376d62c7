import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { packagesOf } from './e2e/tools/pack/bundled.ts'

/** Leaves the names of the bundled packages in out/bundled, for `npm run audit`; the package does not hold that folder. */
const bundledList = (target: string): Plugin => ({
  name: 'bundled-list',
  async writeBundle() {
    const folder = join(import.meta.dirname, 'out/bundled')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${target}.json`), JSON.stringify(packagesOf(this.getModuleIds()), null, 2))
  },
})

// electron-vite's table of targets ends below Electron 45, so they are named here (Node 24, Chromium 153).
export default defineConfig({
  main: {
    plugins: [bundledList('main')],
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
    plugins: [bundledList('preload')],
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
    plugins: [react(), bundledList('renderer')],
    build: {
      target: 'chrome153',
      outDir: 'out/renderer',
      minify: true,
      // Every file stays a file: the policy of the page refuses fonts from `data:`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'renderer/index.html',
        // One file for the editor, read when a text is first edited or compared; one for hls.js, read with the first
        // playlist. One for all of the first view: left to itself the bundler makes thirty, and each costs a round trip
        // through the main process while that is opening the library.
        output: {
          codeSplitting: {
            groups: [
              { name: 'codemirror', test: /node_modules\/(?:@codemirror|@lezer)\// },
              { name: 'hls', test: /node_modules\/hls\.js\// },
              { name: 'start', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  },
})
