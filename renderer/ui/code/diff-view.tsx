import { lazy, Suspense } from 'react'
import classes from './code.module.css'
import type { CodeLanguage } from './languages.ts'

export type DiffMode = 'split' | 'unified'

export type DiffViewProps = {
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
  language: CodeLanguage
  /** Name of the whole for those who do not see it. */
  label: string
  /** How it begins, else by the width; the person switches, and the choice is remembered. */
  mode?: DiffMode
}

const LazyDiff = lazy(async () => ({ default: (await import('./diff.tsx')).Diff }))

/** Two texts compared line by line, with the words that changed; read only, fills its container. */
export const DiffView = (props: DiffViewProps) => (
  <Suspense fallback={<div className={classes.frame} aria-busy="true" />}>
    <LazyDiff {...props} />
  </Suspense>
)
