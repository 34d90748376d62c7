import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const muted = 'var(--desk-text-2)'
const hairline = '1px solid var(--desk-line)'

/** Calm: five colours and the text's own. */
export const syntax = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: 'var(--desk-code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--desk-code-string)' },
  { tag: [tags.comment, tags.meta], color: 'var(--desk-code-comment)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null, tags.escape], color: 'var(--desk-code-number)' },
  {
    tag: [
      tags.function(tags.definition(tags.variableName)),
      tags.definition(tags.className),
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.propertyName),
    ],
    color: 'var(--desk-code-name)',
  },
])

/** Everything by our tokens, so that both themes are one style; also what the library colours by itself. */
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--desk-surface-1)', color: 'var(--desk-text)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--desk-mono)',
    fontSize: 'var(--desk-fs-s)',
    lineHeight: 'var(--desk-lh)',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--desk-text)', padding: 'var(--s2) 0' },
  '.cm-line': { padding: '0 var(--s3) 0 var(--s2)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--desk-text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--desk-surface-1)', border: 'none', color: muted },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: 'var(--s10)', padding: '0 var(--s2) 0 var(--s3)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--desk-n3) 40%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--desk-text)' },
  '&:not(.cm-focused) .cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--desk-accent) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--desk-surface-3)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--desk-surface-3)', outline: hairline },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--desk-error-soft)' },
  '.cm-specialChar': { color: 'var(--desk-error)' },
  '.cm-placeholder': { color: muted },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 var(--s1) 0 0' },
  '.cm-foldPlaceholder': {
    background: 'var(--desk-surface-3)',
    border: 'none',
    color: muted,
    padding: '0 var(--s1)',
  },
  '.cm-problemLine': { backgroundColor: 'var(--desk-error-soft)' },

  '.cm-panels': { backgroundColor: 'var(--desk-surface-2)', color: 'var(--desk-text)' },
  '.cm-panels-top': { borderBottom: hairline },
  '.cm-panel.cm-search': { fontFamily: 'var(--desk-font)', padding: 'var(--s2) var(--s8) var(--s2) var(--s3)' },
  '.cm-panel.cm-search label': {
    alignItems: 'center',
    display: 'inline-flex',
    fontSize: 'var(--desk-fs-s)',
    marginInline: '2px',
    verticalAlign: 'middle',
  },
  '.cm-panel.cm-search input[type=checkbox]': { accentColor: 'var(--desk-accent-fill)', margin: '0 var(--s1) 0 0' },
  '.cm-textfield': {
    backgroundColor: 'var(--desk-surface-1)',
    border: '1px solid var(--desk-line-strong)',
    borderRadius: 'var(--desk-radius-s)',
    fontSize: 'var(--desk-fs-s)',
    height: 'var(--desk-control-s)',
    padding: '0 var(--s2)',
    verticalAlign: 'middle',
    width: '168px',
  },
  '.cm-button': {
    background: 'var(--desk-surface-1)',
    border: '1px solid var(--desk-n5)',
    borderRadius: 'var(--desk-radius-s)',
    color: 'inherit',
    fontSize: 'var(--desk-fs-s)',
    height: 'var(--desk-control-s)',
    padding: '0 var(--s2)',
  },
  '.cm-button:hover': { background: 'var(--desk-surface-3)' },
  '.cm-button:active': { background: 'var(--desk-n4)' },
  '.cm-panel.cm-search button[name=close]': {
    borderRadius: 'var(--desk-radius-s)',
    cursor: 'pointer',
    fontSize: 'var(--desk-fs-title)',
    height: 'var(--desk-control-s)',
    right: 'var(--s2)',
    top: 'var(--s2)',
    width: 'var(--desk-control-s)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--desk-found)' },
  '.cm-searchMatch.cm-searchMatch-selected': {
    backgroundColor: 'var(--desk-found)',
    outline: '1px solid currentColor',
  },
})

/** Both sides of a difference, and the one-column form of it. */
export const diffLook = EditorView.theme({
  // Code is cut where the line ends: a long word would else leave an empty line behind.
  '.cm-lineWrapping': { wordBreak: 'break-all' },
  '&.cm-merge-a .cm-changedLine, .cm-removedLine': { backgroundColor: 'var(--desk-diff-removed)' },
  '&.cm-merge-b .cm-changedLine, .cm-addedLine': { backgroundColor: 'var(--desk-diff-added)' },
  '&.cm-merge-a .cm-changedText, .cm-removedLine .cm-changedWord': {
    background: 'var(--desk-diff-removed-strong)',
    borderRadius: '2px',
  },
  '&.cm-merge-b .cm-changedText, .cm-addedLine .cm-changedWord': {
    background: 'var(--desk-diff-added-strong)',
    borderRadius: '2px',
  },
  // Blanks show where they are what changed.
  '.cm-highlightSpace, .cm-highlightTab': { backgroundImage: 'none', position: 'relative' },
  '.cm-changedWord .cm-highlightSpace, .cm-changedText .cm-highlightSpace': {
    backgroundImage: 'radial-gradient(circle at 50% 55%, var(--desk-text-2) 12%, transparent 16%)',
    backgroundPosition: 'left',
    backgroundSize: '1ch 100%',
  },
  '.cm-changedWord .cm-highlightTab::before, .cm-changedText .cm-highlightTab::before': {
    color: muted,
    content: '"→"',
    left: '0',
    position: 'absolute',
  },
  '.cm-unended::after': {
    color: muted,
    content: '"no line break at the end"',
    fontFamily: 'var(--desk-font)',
    fontStyle: 'italic',
    marginLeft: 'var(--s4)',
  },
  '.cm-changeGutter': { width: 'var(--s3)', paddingLeft: '0' },
  '.cm-changeGutter .cm-gutterElement': { textAlign: 'center' },
  '.cm-gutters .cm-removedLineGutter, &.cm-merge-a .cm-changedLineGutter': {
    background: 'var(--desk-diff-removed)',
    color: 'var(--desk-error)',
  },
  '.cm-gutters .cm-addedLineGutter, &.cm-merge-b .cm-changedLineGutter': {
    background: 'var(--desk-diff-added)',
    color: 'var(--desk-ready)',
  },
  // The sign beside the colour: a difference must not be shown by colour alone.
  '&.cm-merge-a .cm-changedLineGutter::before, .cm-changeGutter .cm-removedLineGutter::before': { content: '"−"' },
  '&.cm-merge-b .cm-changedLineGutter::before, .cm-changeGutter .cm-addedLineGutter::before': { content: '"+"' },
  '.cm-collapsedLines': {
    background: 'var(--desk-surface-2)',
    border: '0',
    borderBlock: hairline,
    color: muted,
    cursor: 'pointer',
    display: 'block',
    fontFamily: 'var(--desk-font)',
    fontSize: 'var(--desk-fs-s)',
    lineHeight: 'var(--desk-lh)',
    padding: '3px var(--s3)',
    textAlign: 'left',
    width: '100%',
  },
  '.cm-collapsedLines:hover': { background: 'var(--desk-surface-3)', color: 'var(--desk-text)' },
  '.cm-collapsedLines:focus-visible': { outline: '2px solid var(--desk-accent)', outlineOffset: '-2px' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: 'none' },
})

export const codeLook = [look, syntaxHighlighting(syntax)]
