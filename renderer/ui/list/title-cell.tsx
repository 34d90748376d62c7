import classes from '../grid/grid.module.css'
import { shortenId } from '../text/format-text.ts'

/** Both ends of an id stay visible, whatever the width: the head gives way, the tail does not. */
const Id = ({ id }: { id: string }) => (
  <span className={classes.id} title={id}>
    <span className={classes.clip}>{id.slice(0, -4)}</span>
    <span>{id.slice(-4)}</span>
  </span>
)

type TitleCellProps = {
  title: string | null
  id: string
  /** False where the id is elsewhere in the row. */
  withId?: boolean
  /** Nobody gave the title: it is the address where the session began. */
  derived?: boolean
}

/** Said of a title that nobody gave. */
export const DERIVED_HINT = 'Start address; this session has no title'

/** The person's title with the short id behind it, or the id alone. */
export const TitleCell = ({ title, id, withId = true, derived = false }: TitleCellProps) =>
  title ? (
    <>
      <span
        title={derived ? `${title}\n${DERIVED_HINT}` : title}
        dir="auto"
        className={derived ? classes.derived : undefined}
      >
        {title}
      </span>
      {withId ? (
        <span className={classes.idAfter} title={id}>
          {shortenId(id)}
        </span>
      ) : null}
    </>
  ) : (
    <Id id={id} />
  )
