import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

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
    plugins: [react()],
    build: {
      target: 'chrome153',
      outDir: 'out/renderer',
      minify: true,
      // Every file stays a file: the policy of the page refuses fonts from `data:`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'renderer/index.html',
        // One file for the editor, read when a text is first edited or compared; one for hls.js, read with the first playlist.
        output: {
          codeSplitting: {
            groups: [
              { name: 'codemirror', test: /node_modules\/(?:@codemirror|@lezer)\// },
              { name: 'hls', test: /node_modules\/hls\.js\// },
            ],
          },
        },
      },
    },
  },
})
