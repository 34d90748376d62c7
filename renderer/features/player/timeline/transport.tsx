import {
  IconBookmark,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconCamera,
  IconChevronLeftPipe,
  IconChevronRightPipe,
  IconCopy,
  IconLink,
  IconMaximize,
  IconMinimize,
  IconNote,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRectangle,
  IconRepeat,
  IconRewindBackward5,
  IconRewindBackward10,
  IconRewindForward5,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { clockText } from '../../../ui/text/clock-text.ts'
import { CommandButton } from '../command-button.tsx'
import classes from '../player.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'
import { lengthToShow } from './axis.ts'
import { SpeedMenu } from './speed-menu.tsx'
import { TimeAxis } from './time-axis.tsx'

/** `0:31.4 / 10:02`; before the media is loaded the announced length is there (V01). */
const TimeLabel = () => {
  const { playable } = usePlayer()
  const time = usePlayerState((s) => clockText(s.ready || s.timeS > 0 ? s.timeS : null))
  const mediaS = usePlayerState((s) => s.lengthS)
  const length = clockText(lengthToShow(mediaS, playable?.durationMs ?? null), 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an output would be read aloud ten times a second
    <div className={classes.time} role="group" aria-label="Time">
      {/* The room of the longest text, so that nothing moves while it ticks. */}
      <span className={classes.timeNow} style={{ minWidth: `${length.length + 2}ch` }}>
        {time}
      </span>
      <span className={classes.timeLength}> / {length}</span>
    </div>
  )
}

const icon = { size: 16, stroke: 1.5 } as const

/** Everything under the picture: the time axis and one row of controls. Narrow windows fold the rarer ones into the menu. */
export const Transport = ({ more }: { more: React.ReactNode }) => {
  const { commands } = usePlayer()
  const still = usePlayerState((s) => s.lengthS === null)
  const playing = usePlayerState((s) => s.playing)
  const looping = usePlayerState((s) => s.loop.on)
  const theatre = usePlayerState((s) => s.theatre)
  const fullscreen = usePlayerState((s) => s.fullscreen)
  return (
    <div className={classes.transport}>
      <div className={classes.controls} role="toolbar" aria-label="Playback">
        <CommandButton
          command={commands.play}
          label={playing ? 'Pause' : 'Play'}
          disabled={still}
          icon={playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        />
        <span className={classes.tiny}>
          <CommandButton command={commands.back10} icon={<IconRewindBackward10 {...icon} />} disabled={still} />
        </span>
        <span className={classes.wide}>
          <CommandButton command={commands.back5} icon={<IconRewindBackward5 {...icon} />} disabled={still} />
        </span>
        <CommandButton command={commands.frameBack} icon={<IconChevronLeftPipe {...icon} />} disabled={still} />
        <CommandButton command={commands.frameAhead} icon={<IconChevronRightPipe {...icon} />} disabled={still} />
        <span className={classes.wide}>
          <CommandButton command={commands.ahead5} icon={<IconRewindForward5 {...icon} />} disabled={still} />
        </span>
        <span className={classes.tiny}>
          <CommandButton command={commands.ahead10} icon={<IconRewindForward10 {...icon} />} disabled={still} />
        </span>
        <TimeLabel />
        <SpeedMenu />
        <span className={classes.grow} />
        <span className={classes.wide}>
          <CommandButton command={commands.loopIn} icon={<IconBracketsContainStart {...icon} />} disabled={still} />
          <CommandButton command={commands.loopOut} icon={<IconBracketsContainEnd {...icon} />} disabled={still} />
        </span>
        <span className={classes.slim}>
          <CommandButton command={commands.loop} active={looping} icon={<IconRepeat {...icon} />} disabled={still} />
          <span className={classes.rule} />
        </span>
        <CommandButton command={commands.mark} icon={<IconBookmark {...icon} />} disabled={still} />
        <span className={classes.slim}>
          <CommandButton command={commands.note} icon={<IconNote {...icon} />} disabled={still} />
          <span className={classes.rule} />
        </span>
        <span className={classes.mid}>
          <CommandButton command={commands.copyFrame} icon={<IconCopy {...icon} />} disabled={still} />
          <CommandButton command={commands.saveFrame} icon={<IconCamera {...icon} />} disabled={still} />
          <CommandButton command={commands.copyLink} icon={<IconLink {...icon} />} disabled={still} />
          <span className={classes.rule} />
        </span>
        <span className={classes.wide}>
          <Volume />
        </span>
        <span className={classes.slim}>
          <CommandButton command={commands.theatre} active={theatre} icon={<IconRectangle {...icon} />} />
        </span>
        <CommandButton
          command={commands.fullscreen}
          active={fullscreen}
          icon={fullscreen ? <IconMinimize {...icon} /> : <IconMaximize {...icon} />}
        />
        {more}
      </div>
      <TimeAxis />
    </div>
  )
}

/** P17: recordings carry no sound, and the control says so; it wakes up for one that does. */
const Volume = () => {
  const { playback } = usePlayer()
  const hasAudio = usePlayerState((s) => s.hasAudio)
  const muted = usePlayerState((s) => s.muted)
  return (
    <IconButton
      label={hasAudio ? (muted ? 'Unmute' : 'Mute') : 'This recording has no audio'}
      disabled={!hasAudio}
      icon={hasAudio && !muted ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
      onClick={() => playback()?.setMuted(!muted)}
    />
  )
}
