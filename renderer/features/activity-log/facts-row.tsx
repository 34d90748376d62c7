import type { Fact } from '../../ui/panel/facts-view.tsx'
import classes from './activity.module.css'

/** A few figures side by side. */
export const FactsRow = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
