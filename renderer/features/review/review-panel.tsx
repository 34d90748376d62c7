import { problemOf } from '../../bridge.ts'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FactsView } from '../../ui/panel/facts-view.tsx'
import { ShortId } from '../../ui/text/short-id.tsx'
import classes from './review.module.css'
import { NoteField, TitleField, VerdictField } from './review-fields.tsx'
import { factsOf } from './session-facts.ts'
import { TagsField } from './tags-field.tsx'
import { type Draft, useReview } from './use-review.ts'

type Of = { sessionId: string }
/** `named`: the view around it already shows title and id, so the title is a field like the others. */
type PanelProps = Of & { named: boolean; facts: boolean }

/** Judge a session and read its facts, beside the list. Edits save themselves. */
export const ReviewPanel = ({ sessionId }: Of) => <Panel key={sessionId} sessionId={sessionId} named={false} facts />

/** Judge a session, beside its recording. */
export const ReviewNotes = ({ sessionId }: Of) => <Panel key={sessionId} sessionId={sessionId} named facts={false} />

/** What is known of a session, beside its recording. */
export const SessionDetails = ({ sessionId }: Of) => {
  const { row, loading, error, reload } = useReview(sessionId)
  if (row)
    return (
      <div className={classes.panel}>
        <FactsView facts={factsOf(row)} />
      </div>
    )
  return <Missing loading={loading} error={error} reload={reload} />
}

const Missing = ({ loading, error, reload }: { loading: boolean; error: unknown; reload: () => void }) =>
  loading ? (
    <SkeletonRows rows={10} />
  ) : (
    <div className={classes.panel}>
      <ProblemView problem={problemOf(error)} action={{ label: 'Retry', onClick: reload }} compact />
    </div>
  )

const Panel = ({ sessionId, named, facts }: PanelProps) => {
  const { row, draft, loading, error, reload, edit, save } = useReview(sessionId)
  if (!row) return <Missing loading={loading} error={error} reload={reload} />
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <TitleField row={row} edit={edit} save={save} plain={named} />
        <div className={classes.under}>
          {named ? null : <ShortId id={row.sessionId} copy />}
          <SaveState draft={draft} />
        </div>
      </div>
      {draft?.problem && draft.value !== null ? (
        <ProblemView
          title="Couldn't save. Your text is kept here."
          problem={draft.problem}
          action={{ label: 'Retry', onClick: save, busy: draft.state === 'saving' }}
          compact
        />
      ) : null}
      <VerdictField row={row} edit={edit} save={save} />
      <TagsField row={row} edit={edit} />
      <NoteField row={row} edit={edit} save={save} />
      {facts ? <FactsView facts={factsOf(row)} /> : null}
    </div>
  )
}

const stateText = ({ state, problem }: Draft): string => {
  if (state === 'saved') return 'Saved'
  if (state === 'failed') return 'Not saved'
  // A retry takes a moment: a text that changes with each of them would only flicker.
  if (problem) return 'Not saved yet · Retrying'
  return state === 'saving' ? 'Saving…' : 'Not saved yet'
}

const SaveState = ({ draft }: { draft: Draft | undefined }) => (
  <span className={classes.saveState} data-problem={(draft?.problem ?? null) !== null || undefined} role="status">
    {draft ? stateText(draft) : ''}
  </span>
)
