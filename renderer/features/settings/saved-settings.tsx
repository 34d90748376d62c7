import type { ReactNode } from 'react'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { changeSettings, retrySettings, useLateSettings } from './late-settings.ts'

type KeptSettingsProps = { children: (settings: Settings, change: (patch: Partial<Settings>) => void) => ReactNode }

/** A section of settings, once they are read. Every change is kept at once; there is no save button. */
export const KeptSettings = ({ children }: KeptSettingsProps) => {
  const settings = useAsk('settings.get', undefined)
  const { value: unsaved, state, problem } = useLateSettings()
  if (settings.isPending) return <SkeletonRows rows={6} height={56} />
  if (settings.isError)
    return (
      <ProblemView
        problem={problemOf(settings.error)}
        action={{ label: 'Retry', onClick: () => void settings.refetch() }}
      />
    )
  return (
    <>
      {problem ? (
        <ProblemView
          compact
          title={state === 'failed' ? "Couldn't save" : 'Not saved yet · Retrying'}
          problem={problem}
          action={{ label: 'Retry', onClick: retrySettings, busy: state === 'saving' }}
        />
      ) : null}
      {children({ ...settings.data, ...unsaved }, changeSettings)}
    </>
  )
}
