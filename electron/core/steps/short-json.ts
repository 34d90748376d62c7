import { isSecretName, REDACTED } from '../service/redaction/redact.ts'

const DEEPEST = 8

/**
 * A value as indented JSON of about `most` characters: what is beyond them, or nested deeper than eight levels, becomes
 * `…`, and values of secret-sounding keys are left out. The work is bounded by `most`, not by the value.
 */
export const shortJson = (value: unknown, most: number): string => {
  let left = most
  const text = (value: string): string => {
    const shown = value.length > left ? `${value.slice(0, Math.max(0, left))}…` : value
    left -= shown.length
    return JSON.stringify(shown)
  }
  const list = (marks: string, lines: Iterable<() => string>, indent: string): string => {
    const out: string[] = []
    for (const line of lines) {
      if (left <= 0) {
        out.push('…')
        break
      }
      left -= 4
      out.push(line())
    }
    const [open = '', close = ''] = marks
    return out.length === 0
      ? marks
      : `${open}\n${out.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`
  }
  const write = (value: unknown, indent: string, depth: number): string => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
    if (depth >= DEEPEST) return '…'
    const next = `${indent}  `
    if (Array.isArray(value)) {
      const items = function* () {
        for (const one of value as unknown[]) yield () => write(one, next, depth + 1)
      }
      return list('[]', items(), indent)
    }
    const members = function* () {
      for (const key in value) {
        yield () => {
          const name = text(key)
          const member = (value as Record<string, unknown>)[key]
          const hidden = isSecretName(key.slice(0, 200)) && member !== null
          return `${name}: ${hidden ? `"${REDACTED}"` : write(member, next, depth + 1)}`
        }
      }
    }
    return list('{}', members(), indent)
  }
  return write(value, '', 0)
}
