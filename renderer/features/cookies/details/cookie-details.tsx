import { IconAlertTriangle, IconBan, IconInfoCircle } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { CookieFlag, CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import frame from '../../../ui/list/list.module.css'
import { type Fact, FactsView } from '../../../ui/panel/facts-view.tsx'
import { exactBytes, formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useRevealed } from '../reveal/reveal-store.ts'
import { expiryText } from '../table/expiry-text.ts'
import { visibleText } from '../visible-text.ts'
import classes from './details.module.css'
import { fieldRows, partyText } from './given-fields.ts'
import { ValueView } from './value-view.tsx'

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const
const severities: Record<CookieFlag['severity'], { icon: ReactNode; label: string }> = {
  refused: { icon: <IconBan {...icon} />, label: 'Refused by browsers' },
  warning: { icon: <IconAlertTriangle {...icon} />, label: 'Warning' },
  note: { icon: <IconInfoCircle {...icon} />, label: 'Note' },
}

const Findings = ({ flags }: { flags: readonly CookieFlag[] }) =>
  flags.length === 0 ? null : (
    <section aria-label="Findings">
      <h3 className={classes.section}>Findings</h3>
      <ul className={classes.findings}>
        {flags.map((flag) => (
          <li key={`${flag.code} ${flag.message}`} data-severity={flag.severity}>
            <span className={classes.severity}>
              {severities[flag.severity].icon}
              {severities[flag.severity].label}
            </span>
            <span>{visibleText(flag.message)}</span>
            <span className={classes.source}>{flag.source}</span>
          </li>
        ))}
      </ul>
    </section>
  )

const factsOf = (row: CookieRow, domains: readonly string[], now: number): Fact[] => {
  const { left } = expiryText(row, now)
  return [
    { label: 'Kind', value: row.kind === 'session' ? 'Session, until the browser closes' : 'Persistent' },
    ...(row.expiresAt === null
      ? []
      : [{ label: 'Expires', value: `${formatDateTime(row.expiresAt)}${left === '' ? '' : ` (${left})`}` }]),
    { label: 'Size', value: `${exactBytes(row.sizeBytes)}, ${exactBytes(row.valueBytes)} for the value` },
    { label: 'Site', value: visibleText(hostWithAscii(row.site)) },
    { label: 'Party', value: partyText(row, domains) },
  ]
}

const Fields = ({ row }: { row: CookieRow }) => {
  const revealed = useRevealed((state) => state.values.has(row.id))
  return (
    <section aria-label="Fields">
      <h3 className={classes.section}>Fields and their meaning</h3>
      <table className={classes.fields}>
        <tbody>
          {fieldRows(row, revealed).map(({ field, given, means }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>
                <div className={classes.given} data-none={given === null || undefined}>
                  {given ?? 'not set'}
                </div>
                <div className={classes.calm}>{means}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CookieDetailsProps = {
  row: CookieRow | null
  /** How many rows are selected. */
  count: number
  /** What the profile keeps. */
  domains: readonly string[]
  /** Null: a comparison shows the value itself. */
  hasValues: boolean | null
  onReveal: (row: CookieRow) => void
  onCopy: (id: string) => void
}

/** Everything that is known about one cookie: findings, value, facts, and all fields beside their meaning. */
export const CookieDetails = memo(({ row, count, domains, hasValues, onReveal, onCopy }: CookieDetailsProps) => {
  const now = useNow(15_000)
  if (!row)
    return (
      <p className={frame.hint}>
        {count > 1
          ? `${formatCount(count)} cookies selected. Export includes all of them. Select one to see its fields.`
          : 'Select a cookie to see its fields and what they mean.'}
      </p>
    )
  return (
    <div className={classes.details}>
      <div>
        <h2 className={classes.title}>{row.name === '' ? 'Cookie without a name' : visibleText(row.name)}</h2>
        <div className={classes.calm}>{visibleText(hostWithAscii(row.host, row.path))}</div>
      </div>
      <Findings flags={row.flags} />
      {hasValues === null ? null : (
        <section aria-label="Value of the cookie">
          <h3 className={classes.section}>Value</h3>
          <ValueView row={row} hasValues={hasValues} onReveal={onReveal} onCopy={onCopy} />
        </section>
      )}
      <FactsView facts={factsOf(row, domains, now)} />
      <Fields row={row} />
    </div>
  )
})
