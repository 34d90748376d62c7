import { Chunk, goToNextChunk, goToPreviousChunk, MergeView } from '@codemirror/merge'
import { EditorState, type Extension, Prec, type Text } from '@codemirror/state'
import { EditorView, highlightWhitespace } from '@codemirror/view'
import { diffLook } from './code-look.ts'
import type { DiffMode, DiffViewProps } from './diff-view.tsx'
import { readOnlySetup, viewSetup } from './editor-setup.ts'
import { COLLAPSE, foldsByKeyboard } from './folds.ts'
import type { CodeLanguage } from './languages.ts'
import { sharedLineBreak } from './line-breaks.ts'
import { unifiedView } from './unified.ts'

/** ms; beyond it the rest is compared roughly, so that large texts do not hold the page. */
const DIFF_MS = 40
const diffConfig = { scanLimit: 500, timeout: DIFF_MS }

export type DiffCounts = { added: number; removed: number; changes: number }

/** The empty rest after the last line break is no line. */
const linesIn = (text: Text, from: number, end: number): number => {
  const last = text.lineAt(end)
  const rest = last.number === text.lines && last.length === 0 ? 1 : 0
  return last.number - text.lineAt(from).number + 1 - rest
}

/**
 * The changes of lines. Where whole lines come or go at an empty line, the library's chunk begins one line later than
 * its change but ends with it: the line that is missing at its end is put back.
 */
export const chunksOf = (before: Text, after: Text): readonly Chunk[] =>
  Chunk.build(before, after, diffConfig).map((chunk) => {
    const { fromA, toA, fromB, toB, changes, precise } = chunk
    const last = changes.at(-1)
    if (!last || (last.toA >= 0 && last.toB >= 0)) return chunk
    const ends = [before.lineAt(fromA + last.toA), after.lineAt(fromB + last.toB)] as const
    if (ends[0].from !== fromA + last.toA || ends[1].from !== fromB + last.toB) return chunk
    return new Chunk(changes, fromA, last.toB < 0 ? toA + 1 : toA, fromB, last.toA < 0 ? toB + 1 : toB, precise)
  })

/** Lines that appear and go, counted as `git diff --stat` counts them. */
export const countLines = (chunks: readonly Chunk[], before: Text, after: Text): DiffCounts => {
  const sum = { added: 0, removed: 0, changes: chunks.length }
  for (const { fromA, toA, endA, fromB, toB, endB } of chunks) {
    if (toA > fromA) sum.removed += linesIn(before, fromA, endA)
    if (toB > fromB) sum.added += linesIn(after, fromB, endB)
  }
  return sum
}

export type ShownDiff = {
  counts: DiffCounts
  next: () => void
  previous: () => void
  destroy: () => void
}

type Wanted = Omit<DiffViewProps, 'mode'> & { mode: DiffMode; whole: boolean; nonce: string }

/** Builds the comparison into `parent`. `whole` shows the lines without a change as well. */
export const showDiff = (parent: HTMLElement, wanted: Wanted): ShownDiff => {
  const { before, after, language, nonce, mode, whole, label } = wanted
  const lineBreak = EditorState.lineSeparator.of(sharedLineBreak(before, after))
  const look = (name: string, colours: CodeLanguage | null): Extension => [
    lineBreak,
    viewSetup({
      language: colours,
      label: `${label}: ${name}`,
      nonce,
      length: Math.max(before.length, after.length),
    }),
    readOnlySetup,
    EditorView.lineWrapping,
    // Higher means further inside: within the marks of what changed, where alone blanks are shown.
    Prec.highest(highlightWhitespace()),
    diffLook,
  ]
  if (mode === 'split') {
    const side = (doc: string, name: string) => ({
      doc,
      extensions: [look(name, language), foldsByKeyboard],
    })
    const merged = new MergeView({
      a: side(before, wanted.beforeLabel),
      b: side(after, wanted.afterLabel),
      parent,
      diffConfig,
      ...(whole ? {} : { collapseUnchanged: COLLAPSE }),
    })
    return {
      counts: countLines(merged.chunks, merged.a.state.doc, merged.b.state.doc),
      next: () => void goToNextChunk(merged.b),
      previous: () => void goToPreviousChunk(merged.b),
      destroy: () => merged.destroy(),
    }
  }
  const docOf = (doc: string) => EditorState.create({ doc, extensions: lineBreak }).doc
  const texts = { before: docOf(before), after: docOf(after) }
  const chunks = chunksOf(texts.before, texts.after)
  const { doc, extensions, next, previous } = unifiedView({ ...texts, chunks, language, whole })
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc, extensions: [look(wanted.afterLabel, null), extensions] }),
  })
  return {
    counts: countLines(chunks, texts.before, texts.after),
    next: () => void next(view),
    previous: () => void previous(view),
    destroy: () => view.destroy(),
  }
}
