import { Button, NativeSelect } from '@mantine/core'
import type { Problem } from '../../../electron/contract/result.ts'
import type { Settings } from '../../../electron/contract/settings-models.ts'
import { invoke, useAsk } from '../../bridge.ts'
import { exactBytes, formatBytes } from '../../ui/format.ts'
import { ProblemView } from '../../ui/problem-view.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Row } from './row.tsx'
import { CACHE_SIZES } from './setting-values.ts'
import classes from './settings.module.css'

type CacheRowProps = { settings: Settings; onChange: (patch: Partial<Settings>) => void }

export const CacheRow = ({ settings, onChange }: CacheRowProps) => {
  const usage = useAsk('cache.usage', undefined, { staleTime: 0 })
  const task = useTask<Problem>()
  const used = usage.data?.bytes
  const known = CACHE_SIZES.some(({ bytes }) => bytes === settings.segmentCacheBytes)
  const sizes = known
    ? CACHE_SIZES
    : [...CACHE_SIZES, { bytes: settings.segmentCacheBytes, label: formatBytes(settings.segmentCacheBytes) }]
  const onClear = async () => {
    await task.run(() => invoke('cache.clear', undefined))
    await usage.refetch()
  }
  return (
    <>
      <Row
        title="Video cache"
        labelId="setting-cache"
        text="Parts of recordings you have watched, so that going back costs no request. The oldest go first."
      >
        <NativeSelect
          aria-labelledby="setting-cache"
          className={classes.narrow}
          value={String(settings.segmentCacheBytes)}
          data={sizes.map(({ bytes, label }) => ({ value: String(bytes), label }))}
          onChange={(event) => onChange({ segmentCacheBytes: Number(event.currentTarget.value) })}
        />
      </Row>
      <Row
        title="Used now"
        text={
          used === undefined ? (
            'Not known yet.'
          ) : (
            <span title={exactBytes(used)} className={classes.figures}>
              {formatBytes(used)} of {formatBytes(settings.segmentCacheBytes)}
            </span>
          )
        }
      >
        <Button variant="default" loading={task.busy} disabled={used === 0} onClick={onClear}>
          Clear the cache
        </Button>
      </Row>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
    </>
  )
}
