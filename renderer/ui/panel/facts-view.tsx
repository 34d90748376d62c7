import classes from '../kit.module.css'

export type Fact = { label: string; value: string; mono?: boolean; tone?: 'error' }

/** What is known about something, one line a fact; values can be selected. */
export const FactsView = ({ facts }: { facts: readonly Fact[] }) => (
  <section aria-label="Details">
    <h3 className={classes.sectionTitle}>Details</h3>
    <dl className={classes.facts}>
      {facts.map(({ label, value, mono, tone }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd data-tone={tone} data-mono={mono}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
