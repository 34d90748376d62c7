import { registerHooks } from 'node:module'

const STAND_IN = new URL('./electron/electron-module.ts', import.meta.url).href
const NAMES = new Set(['electron', 'electron/main', 'electron/common'])

/** From here on `electron` means our stand-in, for `import`, `import()`, `require` and `createRequire` alike. */
export const redirectElectron = (): void => {
  registerHooks({
    resolve: (specifier, context, next) =>
      NAMES.has(specifier)
        ? { url: STAND_IN, shortCircuit: true, format: 'module-typescript' }
        : next(specifier, context),
  })
}
