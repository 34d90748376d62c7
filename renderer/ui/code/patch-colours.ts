import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorState, type Range, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { highlightTree } from '@lezer/highlight'
import { syntax } from './code-look.ts'
import { type CodeLanguage, languageOf } from './languages.ts'
import type { Patch, PatchLine } from './patch.ts'

/** ms; what is not read by then has no colours until one scrolls on. */
const PARSE_MS = 25

/**
 * Colours of a patch. Each text is read by itself and its colours carried over: read as one, a string that begins in
 * what goes would swallow what comes.
 */
export const patchColours = (patch: Patch, before: Text, after: Text, language: CodeLanguage) => {
  const stateOf = (doc: Text) => EditorState.create({ doc, extensions: languageOf(language, doc.length) })
  const [old, now] = [stateOf(before), stateOf(after)]
  const sourceOf = ({ kind, before, after }: PatchLine): [EditorState, number] =>
    kind === 'removed' ? [old, before ?? 1] : [now, after ?? 1]

  const colourLine = (marks: Range<Decoration>[], line: PatchLine, offset: number) => {
    const [state, number] = sourceOf(line)
    const { from, to } = state.doc.line(number)
    const tree = ensureSyntaxTree(state, to, PARSE_MS) ?? syntaxTree(state)
    highlightTree(
      tree,
      syntax,
      (start, end, classes) => {
        const [inStart, inEnd] = [Math.max(start, from), Math.min(end, to)]
        if (inStart < inEnd)
          marks.push(Decoration.mark({ class: classes }).range(offset + inStart - from, offset + inEnd - from))
      },
      from,
      to,
    )
  }
  const coloursOf = (view: EditorView): DecorationSet => {
    const marks: Range<Decoration>[] = []
    for (const { from, to } of view.visibleRanges)
      for (let at = from; at <= to; ) {
        const line = view.state.doc.lineAt(at)
        const known = patch.lines[line.number - 1]
        if (known) colourLine(marks, known, line.from)
        at = line.to + 1
      }
    return Decoration.set(marks)
  }
  return ViewPlugin.define(
    (view) => ({
      colours: coloursOf(view),
      update(update: ViewUpdate) {
        if (update.viewportChanged) this.colours = coloursOf(update.view)
      },
    }),
    { decorations: (plugin) => plugin.colours },
  )
}
