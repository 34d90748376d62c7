/**
 * The structured clone algorithm over a string, for IPC between the page and the main process.
 *
 * `makeCodec` is also injected into the page by its source text, so it may use nothing from outside its own body.
 * What a clone refuses (functions, symbols, DOM nodes …) throws DataCloneError here too, as in Electron.
 */
export type Codec = {
  encode: (value: unknown) => string
  decode: (text: string) => unknown
}

export const makeCodec = (): Codec => {
  /** A value that JSON holds as it is, a small tagged one, or `['r', i]`: entry i of the heap. */
  type Slot = null | boolean | number | string | [string, ...unknown[]]
  type Entry = [kind: string, ...parts: unknown[]]
  const errorTypes: Record<string, ErrorConstructor> = {
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  }
  /** No JSON begins with it. */
  const TEXT = 't'
  const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)

  // Node's Buffer and the page's own methods are a hundred times faster than btoa with its detour over text.
  type Native = { toBase64?: () => string }
  const { fromBase64: nativeDecode } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }
  const toBase64 = (bytes: Uint8Array & Native): string => {
    if (typeof Buffer !== 'undefined')
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    if (bytes.toBase64) return bytes.toBase64()
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
    if (typeof Buffer !== 'undefined') return new Uint8Array(Buffer.from(text, 'base64'))
    return nativeDecode
      ? nativeDecode.call(Uint8Array, text)
      : Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  }

  const encode = (input: unknown): string => {
    if (typeof input === 'string') return TEXT + input // long ones are not escaped once more
    const root: unknown = structuredClone(input)
    const heap: Entry[] = []
    const seen = new Map<object, number>()

    const entryOf = (value: object, kind: string): Entry => {
      if (Array.isArray(value)) return ['a', value.length, Object.entries(value).map(([key, item]) => [key, put(item)])]
      if (ArrayBuffer.isView(value)) {
        const length = 'length' in value ? (value.length as number) : value.byteLength
        return ['V', kind, put(value.buffer), value.byteOffset, length]
      }
      switch (kind) {
        case 'Date':
          return ['D', put((value as Date).getTime())]
        case 'Map':
          return ['M', [...(value as Map<unknown, unknown>)].map(([key, item]) => [put(key), put(item)])]
        case 'Set':
          return ['S', [...(value as Set<unknown>)].map(put)]
        case 'RegExp':
          return ['R', (value as RegExp).source, (value as RegExp).flags]
        case 'ArrayBuffer':
          return ['B', toBase64(new Uint8Array(value as ArrayBuffer))]
        case 'Error': {
          const { name, message, stack, cause } = value as Error
          return ['E', name, message, stack ?? '', put(cause)]
        }
        case 'Boolean':
        case 'Number':
        case 'String':
          return ['W', put(value.valueOf())]
        case 'Object':
          return ['o', Object.entries(value).map(([key, item]) => [key, put(item)])]
        default:
          throw new DOMException(`#<${kind}> could not be cloned by the Chromium host.`, 'DataCloneError')
      }
    }

    const put = (value: unknown): Slot => {
      if (value === undefined) return ['u']
      if (typeof value === 'bigint') return ['b', String(value)]
      if (typeof value === 'number') {
        if (Object.is(value, -0)) return ['n', '-0']
        return Number.isFinite(value) ? value : ['n', String(value)]
      }
      if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
      const object = value as object
      const known = seen.get(object)
      if (known !== undefined) return ['r', known]
      const index = heap.push(['pending']) - 1
      seen.set(object, index) // before its parts: a cycle finds it
      heap[index] = entryOf(object, tagOf(object))
      return ['r', index]
    }

    return JSON.stringify([put(root), heap])
  }

  const decode = (text: string): unknown => {
    if (text.startsWith(TEXT)) return text.slice(TEXT.length)
    const [root, heap] = JSON.parse(text) as [Slot, Entry[]]
    const done = new Map<number, unknown>()
    const keep = <T>(index: number, value: T): T => {
      done.set(index, value)
      return value
    }
    const define = (target: object, key: string, value: unknown) =>
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })

    const build = (index: number, [kind, ...parts]: Entry): unknown => {
      switch (kind) {
        case 'a': {
          const list = keep(index, new Array(parts[0] as number))
          for (const [key, slot] of parts[1] as [string, Slot][]) define(list, key, get(slot))
          return list
        }
        case 'o': {
          const record = keep(index, {})
          for (const [key, slot] of parts[0] as [string, Slot][]) define(record, key, get(slot))
          return record
        }
        case 'M': {
          const map = keep(index, new Map())
          for (const [key, slot] of parts[0] as [Slot, Slot][]) map.set(get(key), get(slot))
          return map
        }
        case 'S': {
          const set = keep(index, new Set())
          for (const slot of parts[0] as Slot[]) set.add(get(slot))
          return set
        }
        case 'D':
          return keep(index, new Date(get(parts[0] as Slot) as number))
        case 'R':
          return keep(index, new RegExp(parts[0] as string, parts[1] as string))
        case 'B':
          return keep(index, fromBase64(parts[0] as string).buffer)
        case 'V': {
          const [type, slot, offset, length] = parts as [keyof typeof globalThis, Slot, number, number]
          const View = globalThis[type] as unknown as Uint8ArrayConstructor
          return keep(index, new View(get(slot) as ArrayBuffer, offset, length))
        }
        case 'E': {
          const [name, message, stack, cause] = parts as [string, string, string, Slot]
          const error = keep(index, new (errorTypes[name] ?? Error)(message))
          error.stack = stack
          const reason = get(cause)
          if (reason !== undefined) error.cause = reason
          return error
        }
        case 'W':
          return keep(index, Object(get(parts[0] as Slot)))
        default:
          throw new TypeError(`Unknown entry ${kind} in a message.`)
      }
    }

    const get = (slot: Slot): unknown => {
      if (!Array.isArray(slot)) return slot
      const [tag, part] = slot
      if (tag === 'u') return undefined
      if (tag === 'n') return Number(part)
      if (tag === 'b') return BigInt(part as string)
      const index = part as number
      if (done.has(index)) return done.get(index)
      const entry = heap[index]
      if (!entry) throw new TypeError('A message refers to an entry it does not hold.')
      return build(index, entry)
    }

    return get(root)
  }

  return { encode, decode }
}
