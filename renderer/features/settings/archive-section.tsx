import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ArchiveRules } from '../../../electron/contract/models/archive-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { invoke, problemOf, useAsk } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { formatBytes } from '../../ui/text/format-text.ts'
import { useTask } from '../../ui/use-task.ts'
import { AT_ONCE, CONNECTIONS, SPEED_LIMITS } from './archive-values.ts'
import { ChoiceRow } from './choice-row.tsx'
import { NameRow } from './name-row.tsx'
import { Row } from './row.tsx'
import { KeptSettings } from './saved-settings.tsx'
import classes from './settings.module.css'

const FolderRow = ({ folder }: { folder: string }) => {
  const task = useTask<Problem>()
  return (
    <>
      <Row
        title="Folder"
        text={
          <span className={`${classes.path} desk-selectable`}>
            {folder === '' ? 'Replay Desk in your videos folder' : folder}
          </span>
        }
      >
        <Button
          variant="default"
          loading={task.busy}
          onClick={() => void task.run(() => invoke('archive.chooseFolder', undefined))}
        >
          Choose
        </Button>
      </Row>
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
    </>
  )
}

type RuleRowProps = { id: string; title: string; text: string; checked: boolean; onChange: (on: boolean) => void }

const RuleRow = ({ id, title, text, checked, onChange }: RuleRowProps) => (
  <Row title={title} labelId={id} text={text}>
    <Switch aria-labelledby={id} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  </Row>
)

/** What the archive does by itself, for the account in use. */
const Rules = () => {
  const client = useQueryClient()
  const rules = useAsk('archive.rules', undefined, { staleTime: 0 })
  const account = useAsk('accounts.list', undefined).data?.find((one) => one.active)
  const task = useTask<Problem>()
  const change = async (patch: Partial<ArchiveRules>) => {
    const done = await task.run(() => invoke('archive.setRules', patch))
    if (done?.ok) client.setQueryData(['archive.rules', undefined], done.value)
  }
  const heading = <h2 className={classes.heading}>{account ? `Rules for ${account.label}` : 'Rules'}</h2>
  if (rules.isError)
    return (
      <>
        {heading}
        <ProblemView
          compact
          problem={problemOf(rules.error)}
          action={{ label: 'Retry', onClick: () => void rules.refetch() }}
        />
      </>
    )
  return (
    <>
      {heading}
      {task.problem ? <ProblemView compact problem={task.problem} /> : null}
      <RuleRow
        id="setting-when-ended"
        title="Archive every session when it ends"
        text="Each session that ends from now on is queued as soon as its recording is ready."
        checked={rules.data?.whenEnded ?? false}
        onChange={(whenEnded) => void change({ whenEnded })}
      />
      <RuleRow
        id="setting-when-expiring"
        title="Archive recordings that are about to expire"
        text="Recordings whose links expire soon and cannot be renewed are queued in time."
        checked={rules.data?.whenExpiring ?? false}
        onChange={(whenExpiring) => void change({ whenExpiring })}
      />
    </>
  )
}

/** Where and how recordings are kept. */
export const ArchiveSection = () => (
  <KeptSettings>
    {({ archiveFolder, archiveName, archiveAtOnce, archiveConnections, archiveBytesPerSecond }, change) => (
      <>
        <h2 className={classes.heading}>Files</h2>
        <FolderRow folder={archiveFolder} />
        <NameRow template={archiveName} onChange={(name) => change({ archiveName: name })} />
        <h2 className={classes.heading}>Transfers</h2>
        <ChoiceRow
          id="setting-at-once"
          title="Concurrent downloads"
          text="Recordings downloaded at the same time."
          value={archiveAtOnce}
          choices={AT_ONCE}
          onChange={(value) => change({ archiveAtOnce: value })}
        />
        <ChoiceRow
          id="setting-connections"
          title="Connections"
          text="Per MP4. Small files and some servers use only one."
          value={archiveConnections}
          choices={CONNECTIONS}
          onChange={(value) => change({ archiveConnections: value })}
        />
        <ChoiceRow
          id="setting-speed"
          title="Speed limit"
          text="For all downloads together. Playback is not limited."
          value={archiveBytesPerSecond}
          choices={SPEED_LIMITS}
          label={(value) => `${formatBytes(value)}/s`}
          onChange={(value) => change({ archiveBytesPerSecond: value })}
        />
        <Rules />
      </>
    )}
  </KeptSettings>
)
