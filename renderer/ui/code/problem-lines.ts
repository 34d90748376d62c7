import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'

export type CodeProblem = { line?: number; message: string }

const mark = Decoration.line({ class: 'cm-problemLine' })

/** Marks the named lines; they move with the text while it is edited. Lines beyond the end are left out. */
export const problemLines = (state: EditorState, problems: readonly CodeProblem[]): Extension => {
  const lines = new Set(problems.flatMap(({ line }) => (line !== undefined && line >= 1 ? [line] : [])))
  const marks: Range<Decoration>[] = [...lines]
    .filter((line) => line <= state.doc.lines)
    .sort((a, b) => a - b)
    .map((line) => mark.range(state.doc.line(line).from))
  return [
    EditorView.decorations.of(Decoration.set(marks)),
    EditorView.contentAttributes.of(problems.length > 0 ? { 'aria-invalid': 'true' } : {}),
  ]
}
