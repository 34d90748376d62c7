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
      rolldownOptions: { input: { main: 'electron/shell/main.ts' } },
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
      rolldownOptions: { input: 'renderer/index.html' },
    },
  },
})
