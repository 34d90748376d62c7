import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { Dotted } from '../../ui/dotted.tsx'
import grid from '../../ui/grid/grid.module.css'
import { LinksCell } from '../../ui/list/links-cell.tsx'
import { TitleCell } from '../../ui/list/title-cell.tsx'
import { formatCount, formatDateTime, formatPast } from '../../ui/text/format-text.ts'
import classes from './archive.module.css'
import type { Column } from './archive-columns.ts'
import { leftText, percentText, rateText, shareOf, sizeText } from './archive-progress.ts'
import { stateLabel } from './archive-state-text.ts'

const Quiet = ({ text, title }: { text: string; title?: string }) =>
  text === '' ? null : (
    <span className={grid.quiet} title={title}>
      {text}
    </span>
  )

/** The whole size; while something is left to fetch with a bar and the share before it. */
const Size = ({ item }: { item: ArchiveItem }) => {
  const share = shareOf(item)
  const { text, title } = sizeText(item)
  if (share === null || (share === 0 && item.state !== 'fetching')) return <Quiet text={text} title={title} />
  return (
    <span className={classes.progress} data-state={item.state} title={title}>
      <span className={classes.track}>
        <span className={classes.fill} style={{ transform: `scaleX(${share})` }} />
      </span>
      <span className={classes.percent}>{percentText(share)}</span>
      <span className={classes.whole}>{text}</span>
    </span>
  )
}

const Hash = ({ sha256, onCopy }: { sha256: string; onCopy: (hash: string) => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={classes.hash}
    title={`${sha256}. Click to copy.`}
    onClick={(event) => {
      event.stopPropagation()
      onCopy(sha256)
    }}
  >
    {`${sha256.slice(0, 10)}…`}
  </button>
)

const NOT_FETCHED = new Set(['done', 'no-recording', 'missing', 'altered', 'verifying'])

type CellProps = {
  column: Column['id']
  item: ArchiveItem
  now: number
  onCopyHash: (hash: string) => void
}

/** The content of one cell. `now` in epoch ms. */
export const Cell = ({ column, item, now, onCopyHash }: CellProps) => {
  switch (column) {
    case 'title':
      return <TitleCell title={item.title} id={item.sessionId} />
    case 'state':
      return <Dotted label={stateLabel(item)} />
    case 'size':
      return <Size item={item} />
    case 'rate':
      return <Quiet text={rateText(item.rate)} />
    case 'left':
      return <Quiet text={leftText(item.leftMs)} />
    case 'links':
      return item.linksExpireAt === null || NOT_FETCHED.has(item.state) ? null : (
        <LinksCell expiresAt={item.linksExpireAt} renewable renewedBy="The download" />
      )
    case 'verified':
      return item.imported ? (
        <Quiet text="Imported" title="Its SHA-256 matches its own metadata file. The service has not confirmed it." />
      ) : item.verified ? (
        <span className={classes.verified} title="Size, container, length and SHA-256 were checked">
          <IconCircleCheck size={14} stroke={1.5} aria-hidden="true" />
          Yes
        </span>
      ) : null
    case 'warnings':
      return item.warnings.length === 0 ? null : (
        <span className={classes.warnings} title={item.warnings.join('\n')}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" />
          {formatCount(item.warnings.length)}
        </span>
      )
    case 'hash':
      return item.sha256 === null ? null : <Hash sha256={item.sha256} onCopy={onCopyHash} />
    case 'added':
      return <Quiet text={formatPast(item.addedAt, now)} title={formatDateTime(item.addedAt)} />
    case 'finished':
      return item.finishedAt === null ? null : (
        <Quiet text={formatPast(item.finishedAt, now)} title={formatDateTime(item.finishedAt)} />
      )
  }
}
