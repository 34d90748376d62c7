import { lazy, type RefObject, Suspense } from 'react'
import classes from './code.module.css'
import type { CodeLanguage } from './languages.ts'
import type { CodeProblem } from './problem-lines.ts'

/** Where the caret is, both counted from 1, and how many characters are selected. */
export type Caret = { line: number; column: number; selected: number }
export type CodeEditorHandle = { focus: () => void }

export type CodeEditorProps = {
  value: string
  /** The whole text after every change of the person. */
  onChange?: (value: string) => void
  language: CodeLanguage
  /** Name of the editor for those who do not see it. */
  label: string
  readOnly?: boolean
  /** Brackets fold, and long lines are wrapped. */
  folding?: boolean
  /** Takes the focus when it is shown first. */
  autoFocus?: boolean
  /** Said below the text; the lines they name are marked. */
  problems?: readonly CodeProblem[]
  onCaret?: (caret: Caret) => void
  onBlur?: () => void
  handle?: RefObject<CodeEditorHandle | null>
}

// CodeMirror is read when the first editor is shown.
const LazyEditor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }))

/**
 * An editor that fills its container. A text that comes from outside replaces what is there as one step that can be
 * undone; give it a `key` where another text begins. Line breaks are kept as they are.
 */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<div className={classes.frame} aria-busy="true" />}>
    <LazyEditor {...props} />
  </Suspense>
)
