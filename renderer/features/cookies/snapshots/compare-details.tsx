import { Button, VisuallyHidden } from '@mantine/core'
import type { CookieChange, CookieSide } from '../../../../electron/contract/models/cookie-models.ts'
import { StateChip } from '../../../ui/state-chip.tsx'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { visibleText } from '../visible-text.ts'
import { changeFacts } from './change-facts.ts'
import { changeText, kindLabels } from './change-text.ts'
import classes from './compare.module.css'
import { nameText } from './snapshot-text.ts'
import { type Shown, useReveal } from './use-reveal.ts'
import { diffValues, type ValueParts } from './value-diff.ts'

const MASK = '••••••••'

const whole = (value: string): ValueParts => ({ head: value, own: '', tail: '' })

const Value = ({ title, shown, parts }: { title: string; shown: Shown; parts: ValueParts | null }) => (
  <div className={classes.value}>
    <div className={classes.valueTitle}>{title}</div>
    {shown.kind === 'none' ? (
      <div className={classes.noValue}>{shown.why}</div>
    ) : (
      <div className={classes.valueText}>
        {parts === null ? (
          <>
            <span aria-hidden="true">{MASK}</span>
            <VisuallyHidden>masked</VisuallyHidden>
          </>
        ) : (
          <>
            {visibleText(parts.head)}
            {parts.own === '' ? null : <mark className={classes.own}>{visibleText(parts.own)}</mark>}
            {visibleText(parts.tail)}
          </>
        )}
      </div>
    )}
  </div>
)

const partsOf = (before: Shown, after: Shown): { before: ValueParts | null; after: ValueParts | null } => {
  if (before.kind === 'value' && after.kind === 'value') return diffValues(before.value, after.value)
  const alone = (shown: Shown) => (shown.kind === 'value' ? whole(shown.value) : null)
  return { before: alone(before), after: alone(after) }
}

export type WhichSide = 'before' | 'after'

type CompareDetailsProps = {
  change: CookieChange
  /** When the later side was read, epoch ms. */
  afterAt: number
  before: CookieSide
  after: CookieSide
  /** The side whose cookie is shown in full beside the comparison. */
  shown: WhichSide | null
  onShow: (side: WhichSide | null) => void
}

/** Everything about one change: in words, field by field, and its values on demand. */
export const CompareDetails = ({ change, afterAt, before, after, shown, onShow }: CompareDetailsProps) => {
  const values = useReveal({ side: before, row: change.before }, { side: after, row: change.after })
  const row = change.after ?? change.before
  const parts = partsOf(values.before, values.after)
  const sides = (['before', 'after'] as const).filter((side) => change[side] !== null)
  return (
    <div className={classes.details}>
      <div className={classes.about}>
        <h2 className={classes.name}>{nameText(row?.name ?? '')}</h2>
        <div className={classes.address}>{visibleText(hostWithAscii(row?.host ?? '', row?.path))}</div>
        <div className={classes.kinds}>
          {change.kinds.map((kind) => (
            <StateChip
              key={kind}
              tone={kindLabels[kind].tone}
              icon={<span aria-hidden="true">{kindLabels[kind].sign}</span>}
            >
              {kindLabels[kind].label}
            </StateChip>
          ))}
        </div>
        <p className={classes.sentence}>{visibleText(changeText(change, afterAt))}</p>
        <div className={classes.show}>
          {sides.map((side) => (
            <Button
              key={side}
              variant="default"
              size="compact-sm"
              aria-pressed={shown === side}
              onClick={() => onShow(shown === side ? null : side)}
            >
              {shown === side ? 'Show changed fields only' : `All fields ${side}`}
            </Button>
          ))}
        </div>
      </div>
      <table className={classes.facts}>
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changeFacts(change.before, change.after).map((fact) => (
            <tr key={fact.label} data-changed={fact.changed || undefined}>
              <th scope="row">{fact.label}</th>
              <td>{fact.before}</td>
              <td>{fact.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section className={classes.values} aria-label="Values">
        <Value title="Value before" shown={values.before} parts={parts.before} />
        <Value title="Value after" shown={values.after} parts={parts.after} />
        {values.state === 'none' ? null : (
          <Button
            variant="default"
            loading={values.busy}
            onClick={values.state === 'revealed' ? values.mask : () => void values.reveal()}
          >
            {values.state === 'revealed' ? 'Mask again' : 'Reveal for one minute'}
          </Button>
        )}
      </section>
    </div>
  )
}
