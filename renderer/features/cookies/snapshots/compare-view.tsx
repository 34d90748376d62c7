import type { CookieRow, CookieSide } from '../../../../electron/contract/cookie-models.ts'

type CompareViewProps = {
  before: CookieSide
  after: CookieSide
  onClose: () => void
  /** Asks the place to show the details of one side of a change. */
  onShow: (row: CookieRow) => void
}

export function CompareView({ before, after }: CompareViewProps) {
  return <section aria-label="Comparison" data-before={before.kind} data-after={after.kind} />
}
