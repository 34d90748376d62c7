/** Names that runtimes and printers ask for by themselves. */
const PROBED = new Set([
  'then',
  'toJSON',
  '__esModule',
  'default',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  'inspect',
])

/**
 * Makes every API that the host lacks fail loudly with its name, so that main never goes on with `undefined` here where
 * Electron would have done something.
 */
export const strict = <T extends object>(name: string, target: T): T =>
  new Proxy(target, {
    get: (object, key, receiver) => {
      if (key in object || typeof key === 'symbol' || PROBED.has(key)) return Reflect.get(object, key, receiver)
      throw new Error(`The Chromium host has no ${name}.${key}. Add it to e2e/host/electron or do without it.`)
    },
  })
