import { Button } from '@mantine/core'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { exactBytes, formatBytes } from '../../ui/text/format-text.ts'
import { useTask } from '../../ui/use-task.ts'
import { ChoiceRow } from './choice-row.tsx'
import { Row } from './row.tsx'
import { CACHE_SIZES } from './setting-values.ts'
import classes from './settings.module.css'

type CacheRowProps = { settings: Settings; onChange: (patch: Partial<Settings>) => void }

export const CacheRow = ({ settings, onChange }: CacheRowProps) => {
  const usage = useAsk('cache.usage', undefined, { staleTime: 0 })
  const task = useTask<Problem>()
  const used = usage.data?.bytes
  const onClear = async () => {
    await task.run(() => invoke('cache.clear', undefined))
    await usage.refetch()
  }
  return (
    <>
      <ChoiceRow
        id="setting-cache"
        title="Video cache"
        text="Parts of recordings you have watched, so that rewatching needs no download. The oldest are removed first."
        value={settings.segmentCacheBytes}
        choices={CACHE_SIZES}
        label={formatBytes}
        onChange={(segmentCacheBytes) => onChange({ segmentCacheBytes })}
      />
      <Row
        title="Used"
        text={
          used === undefined ? (
            'Unknown.'
          ) : (
            <span title={exactBytes(used)} className={classes.figures}>
              {formatBytes(used)} of {formatBytes(settings.segmentCacheBytes)}
            </span>
          )
        }
      >
        <Button variant="default" loading={task.busy} disabled={used === 0} onClick={onClear}>
          Clear cache
        </Button>
      </Row>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
    </>
  )
}
