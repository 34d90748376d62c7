import { Button } from '@mantine/core'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import type { HeaderLines } from '../../../../electron/contract/models/cache-policy-models.ts'
import { problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { requestShortcuts } from '../../../ui/keys/shortcuts/inspect-shortcuts.ts'
import frame from '../../../ui/list/list.module.css'
import { type Fact, FactsView } from '../../../ui/panel/facts-view.tsx'
import { formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import { partsOf } from './headers-text.ts'
import { useRequests } from './request-store.ts'
import { problemLabels, statusText } from './request-text.ts'
import classes from './requests.module.css'
import type { RequestActions } from './use-request-actions.ts'

const factsOf = (row: ActivityRow): Fact[] => [
  { label: 'Sent', value: formatDateTime(row.at) },
  { label: 'Took', value: `${formatCount(row.ms)} ms` },
  ...(row.limitLeft === null ? [] : [{ label: 'Limit left', value: formatCount(row.limitLeft) }]),
  ...(row.problem === null ? [] : [{ label: 'Code', value: row.problem, mono: true }]),
]

const Headers = ({ title, headers, none }: { title: string; headers: HeaderLines; none: string }) => (
  <section aria-label={title}>
    <h3 className={frame.section}>{title}</h3>
    {headers.length === 0 ? <p className={classes.calm}>{none}</p> : null}
    <dl className={classes.headers}>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the lines never change
        <div key={index}>
          <dt>{name}:</dt>{' '}
          <dd>
            {partsOf(value).map(({ text, redacted }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={at} className={redacted ? classes.redacted : undefined}>
                {text}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Details = ({ row, actions }: { row: ActivityRow; actions: RequestActions }) => {
  const detail = useAsk('activity.get', { id: row.id })
  return (
    <div className={frame.details}>
      <div>
        <h2 className={classes.title}>{`${row.method} ${detail.data?.url ?? row.path}`}</h2>
        <span className={classes.mark} data-outcome={row.outcome}>
          {statusText(row.status)}
        </span>
        {row.problem === null ? null : <p className={classes.problem}>{`${problemLabels[row.problem]}.`}</p>}
      </div>
      <div className={classes.acts}>
        <Tip label="With $REPLAY_DESK_TOKEN instead of your token" shortcuts={[requestShortcuts.copyCurl]}>
          <Button variant="default" onClick={() => actions.copyCurl(row)}>
            Copy as curl
          </Button>
        </Tip>
        <Tip label="Request and response headers, as shown here" shortcuts={[requestShortcuts.copyHeaders]}>
          <Button variant="default" onClick={() => actions.copyHeaders(row)}>
            Copy headers
          </Button>
        </Tip>
      </div>
      <FactsView facts={factsOf(row)} />
      {detail.isError ? <ProblemView compact problem={problemOf(detail.error)} /> : null}
      {detail.data ? (
        <>
          <Headers
            title="Request headers"
            headers={detail.data.requestHeaders}
            none="No headers were saved for this request."
          />
          <Headers
            title="Response headers"
            headers={detail.data.answerHeaders}
            none={row.status === null ? 'No response.' : 'No headers were saved for this response.'}
          />
          <p className={classes.calm}>
            Tokens, cookies and signatures are redacted before anything is saved. Bodies are never saved.
          </p>
        </>
      ) : null}
    </div>
  )
}

/** The panel beside the table for the selected request. */
export const RequestDetails = ({ accountId, actions }: { accountId: string; actions: RequestActions }) => {
  const row = useRequests(accountId, (s) => s.selected)
  if (row) return <Details key={row.id} row={row} actions={actions} />
  return <p className={frame.hint}>Select a request to see its address, times and headers.</p>
}
