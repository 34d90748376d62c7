import type { Chunk } from '@codemirror/merge'
import type { Text } from '@codemirror/state'

export type LineKind = 'same' | 'removed' | 'added'
/** One line of both texts in one column. Numbers count from 1; null: not in that text. */
export type PatchLine = { kind: LineKind; before: number | null; after: number | null }
/** `to` is behind the last character; offsets of the patch. */
type PatchRange = { from: number; to: number }

export type Patch = {
  /** Texts of the lines, as many as `lines`. */
  texts: string[]
  lines: PatchLine[]
  /** Words that changed within their lines. */
  words: PatchRange[]
  /** First line of every change, from 0. */
  changes: number[]
  /** Lines whose text ends without a line break while the other one's does not, from 0. */
  unended: number[]
}

type Side = { text: Text; kind: 'removed' | 'added' }

/** The empty rest after the last line break is no line. */
const lastLine = (text: Text): number => (text.line(text.lines).length === 0 ? text.lines - 1 : text.lines)

/** The line that begins at an offset; one behind the last for an offset behind the end. */
const lineFrom = (text: Text, offset: number): number =>
  offset > text.length ? text.lines + 1 : text.lineAt(offset).number

/** Both texts in one column: what stays once, what goes before what comes. */
export const patchOf = (chunks: readonly Chunk[], before: Text, after: Text): Patch => {
  const patch: Patch = { texts: [], lines: [], words: [], changes: [], unended: [] }
  const ends = { removed: lastLine(before), added: lastLine(after) }
  const endsAlike = (ends.removed === before.lines) === (ends.added === after.lines)
  let offset = 0
  const push = (text: string, line: PatchLine) => {
    patch.texts.push(text)
    patch.lines.push(line)
    offset += text.length + 1
  }
  const same = (from: number, to: number, shift: number) => {
    for (let at = from; at <= to; at += 1) push(before.line(at).text, { kind: 'same', before: at, after: at + shift })
  }
  /** The lines of one side of a chunk. `changed`: ranges in that text whose words changed. */
  const changedLines = ({ text, kind }: Side, start: number, end: number, changed: readonly PatchRange[]) => {
    const last = Math.min(text.lineAt(end).number, ends[kind])
    for (let at = text.lineAt(start).number; at <= last; at += 1) {
      const line = text.line(at)
      for (const { from, to } of changed) {
        const [inFrom, inTo] = [Math.max(from, line.from), Math.min(to, line.to)]
        if (inFrom < inTo) patch.words.push({ from: offset + inFrom - line.from, to: offset + inTo - line.from })
      }
      if (!endsAlike && at === text.lines) patch.unended.push(patch.lines.length)
      push(line.text, { kind, before: kind === 'removed' ? at : null, after: kind === 'added' ? at : null })
    }
  }
  let line = 1
  let shift = 0
  for (const { fromA, toA, endA, fromB, toB, endB, changes } of chunks) {
    const at = lineFrom(before, fromA)
    same(line, Math.min(at - 1, ends.removed), shift)
    patch.changes.push(patch.lines.length)
    // Where lines only come or only go there is nothing to tell apart within them.
    const both = toA > fromA && toB > fromB
    if (toA > fromA) {
      const words = both ? changes.map((one) => ({ from: fromA + one.fromA, to: fromA + one.toA })) : []
      changedLines({ text: before, kind: 'removed' }, fromA, endA, words)
    }
    if (toB > fromB) {
      const words = both ? changes.map((one) => ({ from: fromB + one.fromB, to: fromB + one.toB })) : []
      changedLines({ text: after, kind: 'added' }, fromB, endB, words)
    }
    line = toA > fromA ? before.lineAt(endA).number + 1 : at
    shift = (toB > fromB ? after.lineAt(endB).number + 1 : lineFrom(after, fromB)) - line
  }
  same(line, ends.removed, shift)
  return patch
}

/** Stretches of lines without a change that can be folded away, `margin` lines from every change; from 0, both inside. */
export const stretchesOf = (
  lines: readonly PatchLine[],
  { margin, least }: { margin: number; least: number },
): { first: number; last: number }[] => {
  const found: { first: number; last: number }[] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]?.kind !== 'same') continue
    const begin = at
    while (lines[at + 1]?.kind === 'same') at += 1
    const first = begin === 0 ? 0 : begin + margin
    const last = at === lines.length - 1 ? at : at - margin
    if (last - first + 1 >= least) found.push({ first, last })
  }
  return found
}
