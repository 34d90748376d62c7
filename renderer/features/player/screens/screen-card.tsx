import { clockText } from '../../../ui/text/clock-text.ts'
import { formatDuration } from '../../../ui/text/format-text.ts'
import classes from '../inspector/inspector.module.css'
import { useInsight, usePlayer } from '../player-context.ts'
import type { ScreenCard } from './screen-groups.ts'
import { useThumbnail } from './use-analysis.ts'

/** Shorter waits are how long a page takes. */
const SHOWN_WAIT_MS = 3_000

type ScreenCardProps = { card: ScreenCard; current: boolean; stop: boolean; onFocus: () => void }

/** One screen: its picture, when it came, how long it stayed and what was waited before it. */
export const ScreenCardButton = ({ card, current, stop, onFocus }: ScreenCardProps) => {
  const { playback } = usePlayer()
  const thumbnail = useThumbnail(useInsight().analysis.thumbnails)
  const { index, startMs, endMs, waitMs } = card
  const src = thumbnail(index)
  const at = clockText(startMs / 1_000, 0)
  const stays = formatDuration(endMs - startMs)
  const wait = waitMs >= SHOWN_WAIT_MS ? formatDuration(waitMs) : null
  return (
    <button
      type="button"
      className={classes.card}
      data-screen={index}
      aria-current={current || undefined}
      aria-label={`Screen at ${at}, shown for ${stays}${wait ? `, after waiting ${wait}` : ''}`}
      tabIndex={stop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => playback()?.seek(startMs / 1_000)}
    >
      {src ? (
        <img
          className={classes.thumb}
          src={src}
          alt=""
          width={320}
          height={200}
          loading="lazy"
          style={{ height: 'auto' }}
        />
      ) : (
        <span className={classes.thumb} style={{ aspectRatio: '16 / 10' }} />
      )}
      <span className={classes.cardLine}>
        <span>{at}</span>
        <span className={classes.dim}>for {stays}</span>
      </span>
      {wait ? (
        <span className={classes.cardLine}>
          <span />
          <span className={classes.dim}>after {wait} of waiting</span>
        </span>
      ) : null}
    </button>
  )
}
