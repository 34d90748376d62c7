/** The few value kinds that talking to the Secret Service needs: `s` and `o` are text, `ao` a list, `v` a variant. */
type WireValue = string | string[]
export type Outgoing = {
  path: string
  iface: string
  member: string
  destination: string
  /** Signature and values of the body: only `s`, `o`, `ao`, `u` as text. */
  signature?: string
  body?: WireValue[]
}
export type Incoming = {
  /** 1 call, 2 return, 3 error, 4 signal (D-Bus specification, Message Types). */
  type: number
  replyTo: number
  member: string
  path: string
  errorName: string
  /** Strings and object paths of the body in order, arrays flattened; booleans as `true` and `false`. */
  body: string[]
}

const align = (offset: number, to: number): number => Math.ceil(offset / to) * to

/** Grows a message; alignment counts from the message's start (D-Bus specification, Marshaling). */
const createWriter = () => {
  const bytes: number[] = []
  const pad = (to: number) => {
    while (bytes.length % to !== 0) bytes.push(0)
  }
  const u32 = (value: number) => {
    pad(4)
    bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255)
  }
  const text = (value: string) => {
    const utf8 = Buffer.from(value)
    u32(utf8.length)
    bytes.push(...utf8, 0)
  }
  const signature = (value: string) => bytes.push(value.length, ...Buffer.from(value), 0)
  return { bytes, pad, u32, text, signature }
}

const bodyOf = ({ signature = '', body = [] }: Outgoing): number[] => {
  const writer = createWriter()
  const kinds = signature.match(/a?./g) ?? []
  for (const [index, kind] of kinds.entries()) {
    const value = body[index] ?? ''
    if (kind === 'u') writer.u32(Number(value))
    else if (typeof value === 'string') writer.text(value)
    else {
      const list = createWriter()
      for (const item of value) list.text(item)
      writer.u32(list.bytes.length)
      // Both writers are aligned to 4 here, so the inner alignment holds.
      writer.bytes.push(...list.bytes)
    }
  }
  return writer.bytes
}

/** A method call as little-endian bytes. */
export const encodeCall = (serial: number, message: Outgoing): Buffer => {
  const body = bodyOf(message)
  const writer = createWriter()
  writer.bytes.push(0x6c, 1, 0, 1)
  writer.u32(body.length)
  writer.u32(serial)
  const fields = createWriter()
  const field = (code: number, kind: string, value: string) => {
    fields.pad(8)
    fields.bytes.push(code)
    fields.signature(kind)
    if (kind === 'g') fields.signature(value)
    else fields.text(value)
  }
  field(1, 'o', message.path)
  field(2, 's', message.iface)
  field(3, 's', message.member)
  field(6, 's', message.destination)
  if (message.signature) field(8, 'g', message.signature)
  writer.u32(fields.bytes.length)
  writer.bytes.push(...fields.bytes) // begins at offset 16, so its alignment of 8 holds
  writer.pad(8)
  return Buffer.from([...writer.bytes, ...body])
}

/** Walks values by signature; only reads, never trusts a length beyond the message. */
const readValues = (data: Buffer, start: number, signature: string): { values: string[]; end: number } => {
  const values: string[] = []
  let at = start
  const u32 = (): number => {
    at = align(at, 4)
    at += 4
    return data.readUInt32LE(at - 4)
  }
  const short = (): string => {
    const length = data.readUInt8(at)
    at += length + 2
    return data.toString('latin1', at - length - 1, at - 1)
  }
  const one = (kind: string): void => {
    if (kind === 's' || kind === 'o') {
      const length = u32()
      at += length + 1
      values.push(data.toString('utf8', at - length - 1, at - 1))
    } else if (kind === 'b') values.push(u32() === 0 ? 'false' : 'true')
    else if (kind === 'u' || kind === 'i') values.push(String(u32()))
    else if (kind === 'g') values.push(short())
    else if (kind === 'v') for (const inner of short().match(/a?./g) ?? []) one(inner)
    else if (kind === 'as' || kind === 'ao') {
      const end = u32() + at
      while (at < end) one('s')
    } else throw new RangeError(`value kind ${kind} is not read here`)
  }
  for (const kind of signature.match(/a?./g) ?? []) one(kind)
  return { values, end: at }
}

/** Takes whole messages off the front of what has arrived; answers them and the rest. Throws on nonsense. */
export const decodeMessages = (data: Buffer): { messages: Incoming[]; rest: Buffer } => {
  const messages: Incoming[] = []
  let from = 0
  while (data.length - from >= 16) {
    if (data[from] !== 0x6c) throw new RangeError('only little-endian answers are read')
    const fieldsLength = data.readUInt32LE(from + 12)
    const bodyStart = align(16 + fieldsLength, 8)
    const total = bodyStart + data.readUInt32LE(from + 4)
    if (total > 1_000_000) throw new RangeError('an answer is too long')
    if (data.length - from < total) break
    const message = data.subarray(from, from + total)
    messages.push(readMessage(message, fieldsLength, bodyStart))
    from += total
  }
  return { messages, rest: data.subarray(from) }
}

const readMessage = (message: Buffer, fieldsLength: number, bodyStart: number): Incoming => {
  const fields = new Map<number, string>()
  let at = 16
  while (at < 16 + fieldsLength) {
    at = align(at, 8)
    const code = message.readUInt8(at)
    const { values, end } = readValues(message, at + 1, 'v')
    fields.set(code, values[0] ?? '')
    at = end
  }
  const signature = fields.get(8) ?? ''
  let body: string[] = []
  try {
    body = readValues(message, bodyStart, signature).values
  } catch {
    // a signal of another program with kinds that are not needed here
  }
  return {
    type: message.readUInt8(1),
    replyTo: Number(fields.get(5) ?? 0),
    member: fields.get(3) ?? '',
    path: fields.get(1) ?? '',
    errorName: fields.get(4) ?? '',
    body,
  }
}
