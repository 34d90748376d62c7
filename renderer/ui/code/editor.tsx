import { Compartment, EditorState, Text } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { useMantineStyleNonce } from '@mantine/core'
import { useEffect, useImperativeHandle, useRef } from 'react'
import classes from './code.module.css'
import type { Caret, CodeEditorProps } from './code-editor.tsx'
import { editingSetup, foldingSetup, readOnlySetup, viewSetup } from './editor-setup.ts'
import { lineBreakOf } from './line-breaks.ts'
import { problemLines } from './problem-lines.ts'

const caretOf = (state: EditorState): Caret => {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  return {
    line: line.number,
    column: main.head - line.from + 1,
    selected: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

const NO_PROBLEMS: NonNullable<CodeEditorProps['problems']> = []

export const Editor = (props: CodeEditorProps) => {
  const { value, language, label, readOnly = false, folding = false, problems = NO_PROBLEMS, handle } = props
  const nonce = useMantineStyleNonce()?.() ?? ''
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const emitted = useRef(value)
  const current = useRef(props)
  current.current = props
  const marked = useRef(new Compartment())
  const breaks = useRef(new Compartment())

  useImperativeHandle(handle, () => ({ focus: () => view.current?.focus() }))

  useEffect(() => {
    if (!frame.current) return
    const onUpdate = (update: ViewUpdate) => {
      if (update.docChanged && !update.transactions.some((one) => one.isUserEvent('outside'))) {
        emitted.current = update.state.sliceDoc()
        current.current.onChange?.(emitted.current)
      }
      if (update.docChanged || update.selectionSet) current.current.onCaret?.(caretOf(update.state))
      if (update.focusChanged && !update.view.hasFocus) current.current.onBlur?.()
    }
    emitted.current = current.current.value
    const made = new EditorView({
      parent: frame.current,
      state: EditorState.create({
        doc: emitted.current,
        extensions: [
          breaks.current.of(EditorState.lineSeparator.of(lineBreakOf(emitted.current))),
          viewSetup({ language, label, nonce, length: emitted.current.length }),
          readOnly ? readOnlySetup : editingSetup,
          folding ? foldingSetup : [],
          marked.current.of([]),
          EditorView.updateListener.of(onUpdate),
        ],
      }),
    })
    view.current = made
    if (current.current.autoFocus) made.focus()
    current.current.onCaret?.(caretOf(made.state))
    return () => {
      view.current = null
      made.destroy()
    }
  }, [language, label, nonce, readOnly, folding])

  useEffect(() => {
    const { current: editor } = view
    if (!editor || value === emitted.current) return
    emitted.current = value
    const lineBreak = lineBreakOf(value)
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: Text.of(value.split(lineBreak)) },
      effects: breaks.current.reconfigure(EditorState.lineSeparator.of(lineBreak)),
      userEvent: 'outside',
    })
  }, [value])

  useEffect(() => {
    const { current: editor } = view
    if (editor) editor.dispatch({ effects: marked.current.reconfigure(problemLines(editor.state, problems)) })
  }, [problems])

  return (
    <div className={classes.frame}>
      <div ref={frame} className={classes.view} />
      {problems.length > 0 ? (
        <ul className={classes.problems} role="alert">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === undefined ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
