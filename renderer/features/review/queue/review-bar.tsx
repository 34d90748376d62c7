import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Verdict, verdicts } from '../../../../electron/contract/constants/session-constants.ts'
import type { ReviewQueue } from '../../../../electron/contract/models/review-models.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Caps, KeyCaps } from '../../../ui/keys/key-caps.tsx'
import { playerShortcuts } from '../../../ui/keys/shortcuts/player-shortcuts.ts'
import { reviewShortcuts } from '../../../ui/keys/shortcuts/review-shortcuts.ts'
import { sessionShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { verdictLabel } from '../../../ui/text/verdict-text.ts'
import { Tip } from '../../../ui/tip.tsx'
import classes from './queue.module.css'
import { doneOf, failedText, noReasonsText, positionText } from './queue-text.ts'
import type { RecentReason } from './recent-reasons.ts'
import type { ReviewMessage } from './use-review-mode.tsx'

const STAYS_MS = 2_500

type ReviewBarProps = {
  queue: ReviewQueue
  verdict: Verdict | null
  reason: string
  /** Those that fit the verdict; null: there are none for any. */
  chips: readonly RecentReason[] | null
  message: ReviewMessage | null
  field: RefObject<HTMLInputElement | null>
  onJudge: (verdict: Verdict) => void
  onReason: (reason: string) => void
  onChip: (chip: RecentReason) => void
  onSave: () => void
  onSkip: () => void
  onUndo: () => void
}

const Position = ({ queue: { current, total, done } }: Pick<ReviewBarProps, 'queue'>) => (
  <div className={classes.position}>
    <span className={classes.place}>{positionText(current?.place ?? total, total)}</span>
    <span className={classes.quiet}>{failedText(done)}</span>
  </div>
)

/** Over the picture, so that nothing moves; what went wrong stays until the next act. */
const Message = ({ message }: Pick<ReviewBarProps, 'message'>) => {
  const [shown, setShown] = useState(message)
  useEffect(() => {
    setShown(message)
    if (message === null || message.bad) return
    const timer = setTimeout(() => setShown(null), STAYS_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div className={classes.messageRoom} role="status">
      {shown ? (
        <span className={classes.message} data-bad={shown.bad || undefined}>
          {shown.text}
        </span>
      ) : null}
    </div>
  )
}

/** The verdict of the session on screen, its reason, and how far the queue is. Enter anywhere in it saves. */
export const ReviewBar = (props: ReviewBarProps) => {
  const { queue, verdict, reason, chips, message, field, onJudge, onReason, onChip, onSave, onSkip, onUndo } = props
  const acts = useRef<HTMLDivElement>(null)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.target instanceof Node && acts.current?.contains(event.target)) return // its buttons do what they say
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onSave()
  }
  return (
    <section className={classes.room} aria-label="Review">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields and buttons */}
      <div className={classes.bar} onKeyDown={onEnter}>
        <Position queue={queue} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every engine */}
        <div className={classes.verdicts} role="group" aria-label="Verdict">
          {verdicts.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.verdict}
              data-verdict={one}
              aria-pressed={verdict === one}
              onClick={() => onJudge(one)}
            >
              <span className={classes.mark} data-verdict={one} aria-hidden="true" />
              {verdictLabel(one).text}
              <span aria-hidden="true" className={classes.keys}>
                <KeyCaps shortcut={sessionShortcuts[one]} />
              </span>
            </button>
          ))}
        </div>
        <TextInput
          ref={field}
          className={classes.reason}
          aria-label="Reason for the verdict"
          placeholder="Reason, optional"
          maxLength={2_000}
          value={reason}
          rightSection={<KeyCaps shortcut={reviewShortcuts.reason} />}
          rightSectionPointerEvents="none"
          onChange={(event) => onReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.stopPropagation()
            event.currentTarget.blur()
          }}
        />
        {chips ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div className={classes.chips} role="group" aria-label="Recent reasons">
            {chips.length === 0 && verdict ? <span className={classes.none}>{noReasonsText(verdict)}</span> : null}
            {chips.map((chip, index) => (
              <button
                key={`${chip.verdict} ${chip.reason}`}
                type="button"
                className={classes.chip}
                title={`${verdictLabel(chip.verdict).text}: ${chip.reason}`}
                onClick={() => onChip(chip)}
              >
                <span aria-hidden="true" className={classes.keys}>
                  <Caps keys={reviewShortcuts.recent.keys[index] ?? ''} />
                </span>
                <span className={classes.mark} data-verdict={chip.verdict} aria-hidden="true" />
                <span className={classes.chipText}>{chip.reason}</span>
              </button>
            ))}
          </div>
        ) : null}
        <div className={classes.acts} ref={acts}>
          <IconButton
            label="Undo"
            shortcut={reviewShortcuts.undo}
            icon={<IconArrowBackUp size={16} stroke={1.5} />}
            disabled={!queue.canUndo}
            onClick={onUndo}
          />
          <Tip label="Skip" shortcuts={[playerShortcuts.runAhead]}>
            <Button variant="default" onClick={onSkip}>
              Skip
            </Button>
          </Tip>
          <Tip label={reviewShortcuts.save.label} shortcuts={[reviewShortcuts.save]}>
            <Button onClick={onSave}>Save and next</Button>
          </Tip>
        </div>
      </div>
      <progress className={classes.progress} aria-label="Reviewed" max={queue.total} value={doneOf(queue.done)} />
      <Message message={message} />
    </section>
  )
}
