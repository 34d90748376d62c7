import classes from '../kit.module.css'

/** Rows of the size of what comes; `height` in px. Appears after 400 ms, not before. */
export const SkeletonRows = ({ rows = 8, height = 32 }: { rows?: number; height?: number }) => (
  <div className={classes.skeleton} role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={index} className={classes.skeletonRow} style={{ height }}>
        <span style={{ width: `${[62, 48, 71, 55][index % 4]}%` }} />
      </div>
    ))}
  </div>
)
