import { type Chunk, getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { diffLook } from './code-look.ts'
import type { DiffMode, DiffViewProps } from './diff-view.tsx'
import { readOnlySetup, viewSetup } from './editor-setup.ts'
import { sharedLineBreak } from './line-breaks.ts'

/** ms; beyond it the rest is compared roughly, so that large texts do not hold the page. */
const DIFF_MS = 40
const diffConfig = { scanLimit: 500, timeout: DIFF_MS }
const COLLAPSE = { margin: 3, minSize: 6 }

/** Characters. What goes is drawn whole in one column, so beyond this it would hold the page. */
export const LARGEST_UNIFIED = 200_000

export const DIFF_KEYS = { next: 'F7', previous: 'Shift+F7' } as const

export type DiffCounts = { added: number; removed: number; changes: number }

/** The empty rest after the last line break is no line. */
const linesIn = (text: Text, from: number, end: number): number => {
  const last = text.lineAt(end)
  const rest = last.number === text.lines && last.length === 0 ? 1 : 0
  return last.number - text.lineAt(from).number + 1 - rest
}

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
  const lineBreak = sharedLineBreak(before, after)
  const collapse = whole ? {} : { collapseUnchanged: COLLAPSE }
  const side = (name: string, more: Extension = []): Extension => [
    EditorState.lineSeparator.of(lineBreak),
    keymap.of([{ key: DIFF_KEYS.next, run: goToNextChunk, shift: goToPreviousChunk, preventDefault: true }]),
    viewSetup({ language, label: `${label}: ${name}`, nonce, length: Math.max(before.length, after.length) }),
    readOnlySetup,
    EditorView.lineWrapping,
    more,
    diffLook,
  ]
  const walk = (view: EditorView) => ({
    next: () => void goToNextChunk(view),
    previous: () => void goToPreviousChunk(view),
  })
  if (mode === 'split') {
    const merged = new MergeView({
      a: { doc: before, extensions: side(wanted.beforeLabel) },
      b: { doc: after, extensions: side(wanted.afterLabel) },
      parent,
      diffConfig,
      ...collapse,
    })
    return {
      counts: countLines(merged.chunks, merged.a.state.doc, merged.b.state.doc),
      ...walk(merged.b),
      destroy: () => merged.destroy(),
    }
  }
  const original = EditorState.create({ doc: before, extensions: EditorState.lineSeparator.of(lineBreak) }).doc
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: side(
        wanted.afterLabel,
        unifiedMergeView({ original, mergeControls: false, diffConfig, ...collapse }),
      ),
    }),
  })
  return {
    counts: countLines(getChunks(view.state)?.chunks ?? [], original, view.state.doc),
    ...walk(view),
    destroy: () => view.destroy(),
  }
}
