import { problemOf } from '../../bridge.ts'
import { FactsView } from '../../ui/facts-view.tsx'
import { ProblemView } from '../../ui/problem-view.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import type { Draft } from './drafts.ts'
import { factsOf } from './facts.ts'
import classes from './review.module.css'
import { NoteField, TitleField, VerdictField } from './review-fields.tsx'
import { TagsField } from './tags-field.tsx'
import { useReview } from './use-review.ts'

/** Judge a session and read its facts; used beside the list and beside the player. Edits save themselves. */
export const ReviewPanel = ({ sessionId }: { sessionId: string }) => <Panel key={sessionId} sessionId={sessionId} />

const Panel = ({ sessionId }: { sessionId: string }) => {
  const { row, draft, loading, error, reload, edit, save } = useReview(sessionId)
  if (!row)
    return loading ? (
      <SkeletonRows rows={10} />
    ) : (
      <div className={classes.panel}>
        <ProblemView problem={problemOf(error)} action={{ label: 'Try again', onClick: reload }} compact />
      </div>
    )
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <TitleField row={row} edit={edit} save={save} />
        <div className={classes.under}>
          <ShortId id={row.sessionId} copy />
          <SaveState draft={draft} />
        </div>
      </div>
      {draft?.state === 'failed' && draft.problem ? (
        <ProblemView
          title="Not saved. Your text is kept here."
          problem={draft.problem}
          action={{ label: 'Try again', onClick: save }}
          compact
        />
      ) : null}
      <VerdictField row={row} edit={edit} save={save} />
      <TagsField row={row} edit={edit} />
      <NoteField row={row} edit={edit} save={save} />
      <FactsView facts={factsOf(row)} />
    </div>
  )
}

const words: Record<Draft['state'], string> = {
  dirty: 'Not saved yet',
  saving: 'Saving',
  saved: 'Saved',
  failed: 'Not saved',
}

const SaveState = ({ draft }: { draft: Draft | undefined }) => (
  <span className={classes.saveState} data-state={draft?.state} role="status">
    {draft ? words[draft.state] : ''}
  </span>
)
