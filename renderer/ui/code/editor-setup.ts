import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { codeLook } from './code-look.ts'
import { type CodeLanguage, indentOf, languageOf } from './languages.ts'

/** Mod+Enter belongs to the place around the editor: there it sends. */
const commands = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

const phrases = EditorState.phrases.of({
  go: 'Go',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regexp',
  'by word': 'Words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close search',
  '$ unchanged lines': '$ lines without a change',
})

type Setup = {
  /** Null: the view colours its text itself. */
  language: CodeLanguage | null
  label: string
  /** Nonce of the page: its policy refuses style tags without it. */
  nonce: string
  /** Characters of the text. */
  length: number
}

/** What every view of code has, apart from its line breaks; with a language also colours and line numbers. */
export const viewSetup = ({ language, label, nonce, length }: Setup): Extension[] => [
  EditorView.cspNonce.of(nonce),
  // An editable element takes the focus without it; axe asks for it where the text scrolls.
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  // Also makes hidden and direction-changing characters visible, so that code is what it looks like.
  highlightSpecialChars(),
  drawSelection(),
  search({ top: true }),
  language ? [lineNumbers(), languageOf(language, length), indentUnit.of(indentOf(language))] : [],
  EditorState.tabSize.of(4),
  phrases,
  codeLook,
]

/** Can be read, searched, selected and copied; the focus stays on it, though it takes no text. */
export const readOnlySetup: Extension[] = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
  keymap.of([...commands, ...searchKeymap]),
]

export const foldingSetup: Extension[] = [foldGutter(), keymap.of(foldKeymap), EditorView.lineWrapping]

/** Tab indents; Esc and then Tab leaves the editor, as does Tab after Ctrl+M (codemirror.net/examples/tab). */
export const editingSetup: Extension[] = [
  history(),
  dropCursor(),
  indentOnInput(),
  bracketMatching(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  EditorState.allowMultipleSelections.of(true),
  keymap.of([...commands, ...searchKeymap, ...historyKeymap, indentWithTab]),
  // Breaks of another system, pasted, would be there as characters.
  EditorView.clipboardInputFilter.of((text, { lineBreak }) => text.replace(/\r\n?|\n/g, lineBreak)),
]
