import { IconNote } from '@tabler/icons-react'
import { isTitleDerived, titleOf } from '../../../../electron/contract/constants/session-constants.ts'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { failureOf } from '../../../../electron/contract/text/session-failure.ts'
import grid from '../../../ui/grid/grid.module.css'
import { LinksCell } from '../../../ui/list/links-cell.tsx'
import { TitleCell } from '../../../ui/list/title-cell.tsx'
import { formatCount, shortenId } from '../../../ui/text/format-text.ts'
import { badgesOf, notesHint } from './session-badges.ts'
import type { Density } from './session-density.ts'
import classes from './session-title.module.css'

/** Links get room only when someone must act; what is archived stays when its links expire. */
const Links = ({ row }: { row: SessionRow }) =>
  row.linksExpireAt === null || row.recording === 'archived' ? null : (
    <LinksCell
      expiresAt={row.linksExpireAt}
      renewable={row.recording !== 'expired'}
      renewedBy="Opening the session"
      onlyUrgent
    />
  )

const Badges = ({ row }: { row: SessionRow }) => (
  <>
    <Links row={row} />
    {badgesOf(row).map(({ text, hint }) => (
      <span key={text} className={grid.tag} title={hint}>
        {text}
      </span>
    ))}
    {row.timedNotes === 0 ? null : (
      <span className={classes.notes} role="img" aria-label={notesHint(row)} title={notesHint(row)}>
        <IconNote size={14} stroke={1.5} aria-hidden="true" />
        {formatCount(row.timedNotes)}
      </span>
    )}
  </>
)

/** The slot keeps its size without a picture, so that titles stay in one line with each other. */
const EndScreen = ({ path }: { path: string | null }) => (
  <span className={classes.picture}>
    {path === null ? null : (
      <img
        key={path}
        src={path}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={({ currentTarget }) => {
          currentTarget.hidden = true // the cache removed it
        }}
      />
    )}
  </span>
)

const Failure = ({ text }: { text: string }) => (
  <span className={classes.failure} title={text} dir="auto">
    {text}
  </span>
)

const TwoLines = ({ row }: { row: SessionRow }) => {
  const title = titleOf(row)
  const failure = failureOf(row)
  return (
    <span className={classes.session}>
      <EndScreen path={row.analysis?.endThumbnail ?? null} />
      <span className={classes.lines}>
        <span className={classes.first}>
          <span className={grid.clip}>
            <TitleCell title={title} id={row.sessionId} withId={false} derived={isTitleDerived(row)} />
          </span>
          <Badges row={row} />
        </span>
        {failure === null && title === null ? null : (
          <span className={classes.second}>
            {failure === null ? (
              <span className={classes.id} title={row.sessionId}>
                {shortenId(row.sessionId)}
              </span>
            ) : (
              <Failure text={failure} />
            )}
          </span>
        )}
      </span>
    </span>
  )
}

/** What a session is recognised by, and why it failed. */
export const SessionTitle = ({ row, density }: { row: SessionRow; density: Density }) => {
  if (density === 'comfortable') return <TwoLines row={row} />
  const failure = failureOf(row)
  return (
    <span className={classes.line}>
      <span className={classes.title}>
        <TitleCell title={titleOf(row)} id={row.sessionId} withId={failure === null} derived={isTitleDerived(row)} />
      </span>
      <Badges row={row} />
      {failure === null ? null : <Failure text={failure} />}
    </span>
  )
}
