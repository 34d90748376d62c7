import { type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'

export const COLLAPSE = { margin: 3, minSize: 6 }

const unfold = StateEffect.define<number>()

class FoldWidget extends WidgetType {
  readonly lines: number
  constructor(lines: number) {
    super()
    this.lines = lines
  }
  override eq(other: FoldWidget) {
    return other.lines === this.lines
  }
  override toDOM(view: EditorView) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'cm-collapsedLines'
    button.textContent = view.state.phrase('$ unchanged lines', this.lines)
    button.addEventListener('click', () => {
      const from = view.posAtDOM(button)
      view.dispatch({ effects: unfold.of(from), selection: { anchor: from } })
      view.focus()
    })
    return button
  }
  override ignoreEvent() {
    return true
  }
  override get estimatedHeight() {
    return 28
  }
}

/** Folds stretches away; a click, or Enter on the focused one, shows it. Offsets, `to` behind the last character. */
export const folds = (stretches: readonly { from: number; to: number; lines: number }[]) => {
  const widgets = stretches.map(
    ({ from, to, lines }): Range<Decoration> =>
      Decoration.replace({ widget: new FoldWidget(lines), block: true }).range(from, to),
  )
  return StateField.define<DecorationSet>({
    create: () => Decoration.set(widgets),
    update: (shown, { effects }) =>
      effects.reduce(
        (left, effect) => (effect.is(unfold) ? left.update({ filter: (from) => from !== effect.value }) : left),
        shown,
      ),
    provide: (field) => EditorView.decorations.from(field),
  })
}

/** The library's folds answer to the mouse alone: here they are reached by Tab and opened by Enter or Space. */
export const foldsByKeyboard = [
  ViewPlugin.define((view) => {
    const name = () => {
      for (const fold of view.contentDOM.querySelectorAll<HTMLElement>('.cm-collapsedLines')) {
        fold.tabIndex = 0
        fold.role = 'button'
      }
    }
    const later = () => view.requestMeasure({ key: name, read: () => {}, write: name })
    later()
    return { update: later }
  }),
  EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.key !== 'Enter' && event.key !== ' ') return false
      if (!(event.target instanceof HTMLElement) || !event.target.matches('.cm-collapsedLines')) return false
      event.target.click()
      view.focus()
      return true
    },
  }),
]
