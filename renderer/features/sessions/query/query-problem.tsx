import classes from '../../../ui/toolbar/toolbar.module.css'

export const PROBLEM_ID = 'query-problem'

/** What is wrong with the query; the rows are those of the last one that could be read. */
export const QueryProblem = ({ message }: { message: string }) => (
  <p id={PROBLEM_ID} className={classes.problem} role="alert">
    {message}
  </p>
)
