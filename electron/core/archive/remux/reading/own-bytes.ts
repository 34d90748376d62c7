/**
 * Copies what of plain data lies in `memory`, in place, so that the memory can be given back. Knows arrays, maps, objects
 * and bytes; the data has no cycles. Answers the data, or its copy when it is bytes of that memory.
 */
export const ownBytes = <T>(data: T, memory: ArrayBufferLike): T => {
  if (data instanceof Uint8Array) return data.buffer === memory ? (Buffer.from(data) as Uint8Array as T) : data
  if (data instanceof Map) {
    for (const [key, value] of data) data.set(key, ownBytes(value, memory))
  } else if (Array.isArray(data)) {
    for (let at = 0; at < data.length; at++) if (isDeep(data[at])) data[at] = ownBytes(data[at], memory)
  } else if (isDeep(data)) {
    const fields = data as Record<string, unknown>
    for (const key of Object.keys(fields)) if (isDeep(fields[key])) fields[key] = ownBytes(fields[key], memory)
  }
  return data
}

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * Frees bytes at once instead of at the next collection, where they have memory of their own. Nothing may look at them
 * afterwards: every view of them is empty.
 */
export const freeBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (byteLength > 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
