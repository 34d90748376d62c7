/** What the first bytes of a body say it is, whatever its name and type claim (P26, D10). */
export type Format = 'ts' | 'mp4' | 'gzip' | 'xml' | 'text' | 'unknown'

const BOXES = new Set([
  'ftyp',
  'styp',
  'moof',
  'moov',
  'emsg',
  'sidx',
  'prft',
  'free',
  'skip',
  'mdat',
  'wide',
  'uuid',
  'pdin',
  'ssix',
])

/** How many bytes `formatOf` wants to see; fewer are enough at the end of a body. */
export const SNIFF_BYTES = 189

export const formatOf = (head: Uint8Array): Format => {
  // A second sync byte one packet on, where there is a second packet.
  if (head[0] === 0x47 && (head.length < SNIFF_BYTES || head[188] === 0x47)) return 'ts'
  // Deflate is the only method there is, and three flags are reserved (RFC 1952, 2.3.1).
  if (head[0] === 0x1f && head[1] === 0x8b && (head[2] ?? 8) === 8 && ((head[3] ?? 0) & 0xe0) === 0) return 'gzip'
  if (BOXES.has(String.fromCharCode(...head.subarray(4, 8)))) return 'mp4'
  // Media that continues the previous segment may begin with any bytes, those of a tag too (K3).
  if (head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte))) return 'unknown'
  const text = new TextDecoder('latin1').decode(head).replace(/^ï»¿/, '').trimStart()
  if (/^<(\?xml|Error\b)/i.test(text)) return 'xml'
  return /^(<[!A-Za-z]|\{\s*"|#EXTM3U)/.test(text) ? 'text' : 'unknown'
}

export const contentTypeOf = (format: Format): string =>
  format === 'ts' ? 'video/mp2t' : format === 'mp4' ? 'video/mp4' : 'application/octet-stream'
