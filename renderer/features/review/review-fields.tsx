import { Input, Textarea, TextInput } from '@mantine/core'
import { verdicts } from '../../../electron/contract/constants/session-constants.ts'
import type { ReviewPatch, SessionRow } from '../../../electron/contract/models/session-models.ts'
import { toggledVerdict, verdictLabel } from '../../ui/text/verdict-text.ts'
import classes from './review.module.css'
import { useTextDraft } from './text-draft.ts'

export type FieldProps = { row: SessionRow; edit: (change: ReviewPatch, now?: boolean) => void; save: () => void }

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

export const TitleField = ({ row, edit, save, plain }: FieldProps & { plain: boolean }) => {
  const { field, revert } = useTextDraft(row.title, (text) => edit({ title: orNull(text) }), save)
  return (
    <TextInput
      {...field}
      {...(plain
        ? { label: 'Title' }
        : { 'aria-label': 'Title', variant: 'unstyled', classNames: { input: classes.title } })}
      placeholder={row.serviceTitle ?? row.startAddress ?? 'Add a title'}
      maxLength={300}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') revert()
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

export const VerdictField = ({ row, edit, save }: FieldProps) => {
  const { field: reason } = useTextDraft(row.verdictReason, (text) => edit({ verdictReason: orNull(text) }), save)
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every engine */}
      <div className={classes.verdicts} role="group" aria-label="Verdict">
        {verdicts.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className={classes.verdict}
            data-verdict={verdict}
            aria-pressed={row.verdict === verdict}
            title={row.verdict === verdict ? 'Remove the verdict' : undefined}
            onClick={() => edit({ verdict: toggledVerdict(row.verdict, verdict) }, true)}
          >
            <span className={classes.mark} data-verdict={verdict} aria-hidden="true" />
            {verdictLabel(verdict).text}
          </button>
        ))}
      </div>
      {row.verdict !== null || reason.value !== '' ? (
        <Textarea
          {...reason}
          aria-label="Reason for the verdict"
          placeholder="Why? One sentence is enough"
          mt="xs"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2_000}
          onChange={(event) => reason.onChange(event.currentTarget.value)}
        />
      ) : null}
    </div>
  )
}

export const NoteField = ({ row, edit, save }: FieldProps) => {
  const { field: note } = useTextDraft(row.note, (text) => edit({ note: text === '' ? null : text }), save)
  return (
    <Input.Wrapper label="Note" labelElement="label">
      <Textarea
        {...note}
        aria-label="Note"
        placeholder="What did the agent do? What should be checked?"
        autosize
        minRows={3}
        maxRows={16}
        maxLength={20_000}
        onChange={(event) => note.onChange(event.currentTarget.value)}
      />
    </Input.Wrapper>
  )
}
