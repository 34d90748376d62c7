import type { SessionRow } from '../../../electron/contract/session-models.ts'
import { formatCount, formatDateTime, formatDuration, formatRelative, shortenId } from '../../ui/format.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ColumnId } from './columns.ts'
import classes from './grid.module.css'
import { linkLife, linkTick } from './link-life.ts'
import { knownRecording, recordingWord, statusWord, verdictWord, type Word } from './words.ts'

/** The shape before the word is a pseudo-element: thousands of cells pass in a long scroll. */
const Dotted = ({ word, quiet }: { word: Word; quiet?: boolean }) => (
  <span className={quiet ? classes.quiet : classes.word} data-tone={word.tone} title={word.hint ?? word.text}>
    {word.text}
  </span>
)

/** Both ends of an id stay visible, whatever the width: the head gives way, the tail does not. */
const Id = ({ id }: { id: string }) => (
  <span className={classes.id} title={id}>
    <span className={classes.clip}>{id.slice(0, -4)}</span>
    <span>{id.slice(-4)}</span>
  </span>
)

const Title = ({ row }: { row: SessionRow }) =>
  row.title ? (
    <>
      <span title={row.title}>{row.title}</span>
      <span className={classes.idAfter} title={row.sessionId}>
        {shortenId(row.sessionId)}
      </span>
    </>
  ) : (
    <Id id={row.sessionId} />
  )

const Links = ({ expiresAt, leadMs }: { expiresAt: number; leadMs: number }) => {
  const now = useNow(linkTick(expiresAt, Date.now()))
  const life = linkLife(expiresAt, now, leadMs)
  if (!life) return null
  const when = formatDateTime(expiresAt)
  const title =
    life.tone === 'dead' ? `The last known links died ${when}. Opening asks for new ones.` : `Links expire ${when}`
  if (life.tone === 'neutral')
    return (
      <span className={classes.quiet} title={title}>
        {life.text}
      </span>
    )
  return (
    <span className={classes.chipBox}>
      <StateChip tone={life.tone} title={title}>
        {life.text}
      </StateChip>
    </span>
  )
}

const Tags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? null : (
    <span className={classes.tags} title={tags.join(', ')}>
      {tags.slice(0, 4).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  )

type CellProps = { column: ColumnId; row: SessionRow; now: number; leadMs: number }

/** What stands in one cell. `now` in epoch ms. */
export const Cell = ({ column, row, now, leadMs }: CellProps) => {
  switch (column) {
    case 'title':
      return <Title row={row} />
    case 'status':
      return <Dotted word={statusWord(row.status)} />
    case 'recording':
      return <Dotted word={recordingWord(knownRecording(row))} quiet={knownRecording(row) === 'unknown'} />
    case 'started':
      return row.createdAt === null ? null : (
        <span className={classes.quiet} title={formatDateTime(row.createdAt)}>
          {formatRelative(row.createdAt, now)}
        </span>
      )
    case 'length':
      return row.durationMs === null ? null : <span className={classes.quiet}>{formatDuration(row.durationMs)}</span>
    case 'links':
      return row.linksExpireAt === null ? null : <Links expiresAt={row.linksExpireAt} leadMs={leadMs} />
    case 'verdict':
      return row.verdict === null ? null : <Dotted word={verdictWord(row.verdict)} />
    case 'tags':
      return <Tags tags={row.tags} />
    case 'steps':
      return row.stepCount === null ? null : <span className={classes.quiet}>{formatCount(row.stepCount)}</span>
  }
}
