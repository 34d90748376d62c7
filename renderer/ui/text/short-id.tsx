import classes from '../kit.module.css'
import { Tip } from '../tip.tsx'
import { useCopied } from './copy.ts'
import { shortenId } from './format-text.ts'

/** An id with its middle left out; whole on hover. With `copy` a click copies the whole of it. */
export const ShortId = ({ id, copy = false }: { id: string; copy?: boolean }) => {
  const { copied, copy: copyId } = useCopied()
  if (!copy)
    return (
      <span className={classes.id} title={id}>
        {shortenId(id)}
      </span>
    )
  return (
    <Tip label={copied ? 'Copied' : id}>
      <button
        type="button"
        className={classes.idButton}
        aria-label={copied ? 'Copied' : `Copy id ${id}`}
        onClick={(event) => {
          event.stopPropagation()
          copyId(id)
        }}
      >
        {shortenId(id)}
      </button>
    </Tip>
  )
}
