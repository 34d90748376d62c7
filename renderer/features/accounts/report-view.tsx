import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ConnectionReport } from '../../../electron/contract/models/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import classes from './accounts.module.css'
import type { Method } from './connect-draft.ts'
import { connectProblem, isRefusal } from './connect-problem.ts'

type Tone = 'ready' | 'error' | 'neutral'

const marks: Record<Tone, ReactNode> = {
  ready: <IconCheck size={16} stroke={2} />,
  error: <IconX size={16} stroke={2} />,
  neutral: <IconMinus size={16} stroke={2} />,
}

const listing: Record<ConnectionReport['listing'], [Tone, string]> = {
  lists: ['ready', 'Sessions are listed.'],
  empty: ['ready', 'Sessions are listed. There are no sessions yet.'],
  'not-supported': ['neutral', 'This service does not list sessions. Paste or drop ids instead.'],
  unknown: ['neutral', 'Unknown.'],
}

const Line = ({ name, tone, children }: { name: string; tone: Tone; children: ReactNode }) => (
  <div className={classes.reportLine} data-tone={tone}>
    <span className={classes.reportMark} aria-hidden="true">
      {marks[tone]}
    </span>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Words = ({ problem, method }: { problem: Problem; method: Method }) => {
  const shown = connectProblem(problem, method)
  const rest = [shown.title ? shown.problem.message : null, shown.problem.next].filter(Boolean).join(' ')
  return (
    <>
      {shown.title ? `${shown.title}.` : shown.problem.message} <span className={classes.second}>{rest}</span>
    </>
  )
}

/** The connection test in parts: server, key, listing. */
export const ReportView = ({ report, method }: { report: ConnectionReport; method: Method }) => {
  const { server, credential } = report
  const [listTone, listText] = listing[report.listing]
  const key = method === 'password' ? 'Sign-in' : 'Key'
  return (
    <dl className={classes.report} aria-label="Result of the test">
      {server.kind === 'ok' ? (
        <Line name="Server" tone="ready">
          Response time: {Math.round(server.latencyMs)} ms{server.version ? `, version ${server.version}` : ''}.{' '}
          <span className={classes.mono}>{report.baseUrl}</span>
        </Line>
      ) : (
        <Line name="Server" tone="error">
          <Words problem={server.problem} method={method} />
        </Line>
      )}
      {credential.kind === 'accepted' ? (
        <Line name={key} tone="ready">
          Accepted.
        </Line>
      ) : credential.kind === 'unproven' ? (
        <Line name={key} tone="neutral">
          {credential.reason}
        </Line>
      ) : credential.kind === 'problem' ? (
        <Line name={key} tone="error">
          {isRefusal(credential.problem) ? (
            <>
              Rejected. <span className={classes.second}>{credential.problem.message}</span>
            </>
          ) : (
            <Words problem={credential.problem} method={method} />
          )}
        </Line>
      ) : (
        <Line name={key} tone="neutral">
          Not tested, because the server did not respond.
        </Line>
      )}
      <Line name="Listing" tone={listTone}>
        {listText}
      </Line>
    </dl>
  )
}
