import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type MouseEvent, type SyntheticEvent, useState } from 'react'
import { useShownByBanner } from '../../ui/feedback/outage-context.ts'
import { ActionItems } from './action-menu.tsx'
import classes from './player.module.css'
import { usePlayer } from './player-context.ts'
import { CauseScreen } from './status/cause-screen.tsx'
import type { CauseAction, StageView } from './status/player-causes.ts'
import { PlayerToastLine } from './status/player-toast.tsx'

type PictureProps = {
  view: StageView
  busy: boolean
  name: string
  setVideo: (video: HTMLVideoElement | null) => void
  onAction: (action: CauseAction) => void
}

/** The black area has the shape of the video, so that no bands are left above and below it. */
const fitToVideo = ({
  currentTarget: { parentElement, videoWidth, videoHeight },
}: SyntheticEvent<HTMLVideoElement>) => {
  if (parentElement && videoWidth > 0) parentElement.style.aspectRatio = `${videoWidth} / ${videoHeight}`
}

/** The black area. The `<video>` is never taken away: causes, words and banners lie over it. */
export const Picture = ({ view, busy, name, setVideo, onAction }: PictureProps) => {
  const { commands } = usePlayer()
  const shownByBanner = useShownByBanner()
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null)
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    setMenuAt({ x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const shown = view.kind === 'picture'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's entries are in "More" and on keys as well
    <div className={classes.picture} onContextMenu={onContextMenu}>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings of screens have neither sound nor speech */}
      <video
        ref={setVideo}
        className={classes.video}
        aria-label={`Recording of ${name}`}
        aria-hidden={!shown || undefined}
        playsInline
        preload="auto"
        disablePictureInPicture
        onLoadedMetadata={fitToVideo}
        onClick={commands.play.run}
        onDoubleClick={commands.fullscreen.run}
      />
      {view.kind === 'loading' ? <Words text={view.text} /> : null}
      {view.kind === 'picture' && view.buffering ? <Words text={view.buffering} /> : null}
      {view.kind === 'cause' ? <CauseScreen view={view} busy={busy} onAction={onAction} /> : null}
      {view.kind === 'picture' && view.trouble && !shownByBanner(view.trouble) ? (
        <div className={classes.banner} role="alert">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
          <span className={classes.bannerText}>
            {view.trouble.message} The loaded part keeps playing.
            {view.trouble.next ? ` ${view.trouble.next}` : ''}
          </span>
          <Button variant="default" loading={busy} onClick={() => onAction('renew')}>
            Renew links
          </Button>
        </div>
      ) : null}
      <PlayerToastLine />
      {menuAt ? (
        <Menu opened onClose={() => setMenuAt(null)} position="bottom-start" width={260} offset={0}>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={classes.menuPoint}
              style={{ left: menuAt.x, top: menuAt.y }}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <ActionItems />
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}

/** Words of a wait; they come after 400 ms (in the style sheet), so that quick answers do not flicker. */
const Words = ({ text }: { text: string }) => (
  <div className={classes.text} role="status">
    <span className={classes.dots} aria-hidden="true" />
    {text}
  </div>
)
