import type { Chunk } from '@codemirror/merge'
import { type Extension, type Range, RangeSet, Text } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutter, gutterLineClass } from '@codemirror/view'
import { COLLAPSE, folds } from './folds.ts'
import type { CodeLanguage } from './languages.ts'
import { type LineKind, type Patch, patchOf, stretchesOf } from './patch.ts'
import { patchColours } from './patch-colours.ts'

class NumberMarker extends GutterMarker {
  readonly number: string
  constructor(number: string) {
    super()
    this.number = number
  }
  override eq(other: NumberMarker) {
    return other.number === this.number
  }
  override toDOM() {
    return document.createTextNode(this.number)
  }
}
class KindMarker extends GutterMarker {
  override elementClass: string
  constructor(elementClass: string) {
    super()
    this.elementClass = elementClass
  }
}

const changed: Record<Exclude<LineKind, 'same'>, { line: Decoration; gutter: GutterMarker }> = {
  removed: { line: Decoration.line({ class: 'cm-removedLine' }), gutter: new KindMarker('cm-removedLineGutter') },
  added: { line: Decoration.line({ class: 'cm-addedLine' }), gutter: new KindMarker('cm-addedLineGutter') },
}
const word = Decoration.mark({ class: 'cm-changedWord' })
const unended = Decoration.line({ class: 'cm-unended' })

const numbers = (patch: Patch, which: 'before' | 'after', most: number): Extension =>
  gutter({
    class: 'cm-lineNumbers',
    lineMarker: (view, { from }) => {
      const number = patch.lines[view.state.doc.lineAt(from).number - 1]?.[which]
      return number ? new NumberMarker(String(number)) : null
    },
    initialSpacer: () => new NumberMarker('9'.repeat(String(most).length)),
  })

/** A sign and a ground for each line that goes or comes, and the words that changed. */
const marksOf = (patch: Patch, doc: Text): Extension => {
  const marks: Range<Decoration>[] = patch.words.map(({ from, to }) => word.range(from, to))
  const gutters: Range<GutterMarker>[] = []
  patch.lines.forEach(({ kind }, index) => {
    if (kind === 'same') return
    const { from } = doc.line(index + 1)
    marks.push(changed[kind].line.range(from))
    gutters.push(changed[kind].gutter.range(from))
  })
  for (const index of patch.unended) marks.push(unended.range(doc.line(index + 1).from))
  return [EditorView.decorations.of(Decoration.set(marks, true)), gutterLineClass.of(RangeSet.of(gutters))]
}

type Wanted = { before: Text; after: Text; chunks: readonly Chunk[]; language: CodeLanguage; whole: boolean }

/** Two texts in one column. `whole` shows the lines without a change as well. */
export const unifiedView = ({ before, after, chunks, language, whole }: Wanted) => {
  const patch = patchOf(chunks, before, after)
  const doc = Text.of(patch.texts.length > 0 ? patch.texts : [''])
  const stretches = whole ? [] : stretchesOf(patch.lines, { margin: COLLAPSE.margin, least: COLLAPSE.minSize })
  const starts = patch.changes.map((index) => doc.line(Math.min(index + 1, doc.lines)).from)
  const go = (view: EditorView, to: number | undefined): boolean => {
    if (to === undefined) return false
    view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) })
    return true
  }
  return {
    doc,
    extensions: [
      numbers(patch, 'before', before.lines),
      numbers(patch, 'after', after.lines),
      gutter({ class: 'cm-changeGutter', renderEmptyElements: true }),
      marksOf(patch, doc),
      patchColours(patch, before, after, language),
      folds(
        stretches.map(({ first, last }) => ({
          from: doc.line(first + 1).from,
          to: doc.line(last + 1).to,
          lines: last - first + 1,
        })),
      ),
    ],
    /** To the change behind the caret, round the end. */
    next: (view: EditorView) => go(view, starts.find((from) => from > view.state.selection.main.head) ?? starts[0]),
    previous: (view: EditorView) =>
      go(view, starts.findLast((from) => from < view.state.selection.main.head) ?? starts.at(-1)),
  }
}
