import { Component, type ReactNode } from 'react'
import { ProblemView } from '../ui/feedback/problem-view.tsx'

type Props = { children: ReactNode /** A new value gives the children another chance. */; resetKey: string }
type State = { error: Error | null; resetKey: string }

/** React offers error boundaries only as classes. A fault in one view leaves the frame usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <ProblemView
        title="This view stopped working"
        problem={{
          code: 'internal',
          message: 'An internal error occurred. Your sessions and notes are safe.',
          next: 'Reload it. If this happens again, copy the details and report the problem.',
          details: error.stack ?? error.message,
        }}
        action={{ label: 'Reload', onClick: () => this.setState({ error: null }) }}
      />
    )
  }
}
