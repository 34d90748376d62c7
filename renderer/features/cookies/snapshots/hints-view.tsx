import { problemOf, useAsk } from '../../../bridge.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { StateChip } from '../../../ui/state-chip.tsx'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { visibleText } from '../visible-text.ts'
import { hintsText, nameText } from './snapshot-text.ts'
import classes from './snapshots.module.css'

/** Which cookies go with being signed in, or how to find out. */
export const HintsView = ({ profileId }: { profileId: string }) => {
  const asked = useAsk('snapshots.hints', { profileId })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reached by keys
    <section className={classes.hints} aria-label="Sign-in cookies" tabIndex={0}>
      <h3 className={classes.heading}>Sign-in cookies</h3>
      {asked.error ? <ProblemView compact problem={problemOf(asked.error)} /> : null}
      {asked.data ? (
        <>
          <p className={classes.hintsText}>{hintsText(asked.data)}</p>
          <ul className={classes.hintList}>
            {asked.data.hints.map((hint) => (
              <li key={`${hint.name}\n${hint.host}\n${hint.path}\n${hint.partition}`}>
                <div className={classes.hintHead}>
                  <span className={classes.hintName}>{nameText(hint.name)}</span>
                  <StateChip tone={hint.confidence === 'strong' ? 'accent' : 'neutral'}>
                    {hint.confidence === 'strong' ? 'Strong' : 'Weak'}
                  </StateChip>
                </div>
                <div className={classes.hintPlace}>
                  {visibleText(hostWithAscii(hint.host, hint.path))}
                  {hint.partition ? `, partitioned by ${visibleText(hint.partition)}` : ''}
                </div>
                <p className={classes.hintWhy}>{hint.why}</p>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
