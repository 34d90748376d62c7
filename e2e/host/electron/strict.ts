import { platformTags, recordForeign } from './platform-tags.ts'

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

/** Electron's objects refuse every use of theirs once the window is gone, but for asking whether it is. */
export const untilDestroyed = <T extends object>(
  target: T,
  names: ReadonlySet<string>,
  isDestroyed: () => boolean,
): T =>
  new Proxy(target, {
    get: (object, key, receiver) => {
      if (typeof key === 'string' && names.has(key) && isDestroyed()) throw new TypeError('Object has been destroyed')
      return Reflect.get(object, key, receiver)
    },
  })

/**
 * Makes every API that the host lacks fail loudly with its name, so that main never goes on with `undefined` here where
 * Electron would have done something. What Electron has on other platforms only is recorded as a fault.
 */
export const strict = <T extends object>(name: string, target: T): T => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const tags = () => platformTags(type)
  return new Proxy(target, {
    get: (object, key, receiver) => {
      if (typeof key === 'symbol' || PROBED.has(key)) return Reflect.get(object, key, receiver)
      const platforms = tags().get(key)
      if (platforms && !platforms.includes(process.platform)) recordForeign(type, key, platforms.join(', '))
      if (key in object) return Reflect.get(object, key, receiver)
      throw new Error(`The Chromium host has no ${name}.${key}. Add it to e2e/host/electron or do without it.`)
    },
  })
}
