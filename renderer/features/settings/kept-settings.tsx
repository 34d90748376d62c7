import type { ReactNode } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import type { Settings } from '../../../electron/contract/settings-models.ts'
import { invoke, problemOf, useAsk } from '../../bridge.ts'
import { ProblemView } from '../../ui/problem-view.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useTask } from '../../ui/use-task.ts'

type KeptSettingsProps = { children: (settings: Settings, change: (patch: Partial<Settings>) => void) => ReactNode }

/** A section of settings, once they are read. Every change is kept at once; there is no save button. */
export const KeptSettings = ({ children }: KeptSettingsProps) => {
  const settings = useAsk('settings.get', undefined)
  const task = useTask<Problem>()
  if (settings.isPending) return <SkeletonRows rows={6} height={56} />
  if (settings.isError)
    return (
      <ProblemView
        problem={problemOf(settings.error)}
        action={{ label: 'Try again', onClick: () => void settings.refetch() }}
      />
    )
  return (
    <>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
      {children(settings.data, (patch) => void task.run(() => invoke('settings.set', patch)))}
    </>
  )
}
