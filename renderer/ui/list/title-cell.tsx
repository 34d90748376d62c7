import classes from '../grid/grid.module.css'
import { shortenId } from '../text/format-text.ts'

/** Both ends of an id stay visible, whatever the width: the head gives way, the tail does not. */
const Id = ({ id }: { id: string }) => (
  <span className={classes.id} title={id}>
    <span className={classes.clip}>{id.slice(0, -4)}</span>
    <span>{id.slice(-4)}</span>
  </span>
)

/** The person's title with the short id behind it, or the id alone. */
export const TitleCell = ({ title, id }: { title: string | null; id: string }) =>
  title ? (
    <>
      <span title={title} dir="auto">
        {title}
      </span>
      <span className={classes.idAfter} title={id}>
        {shortenId(id)}
      </span>
    </>
  ) : (
    <Id id={id} />
  )
