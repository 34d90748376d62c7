import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTold } from '../../ui/feedback/outage-context.ts'
import { ActItems } from './action-menu.tsx'
import classes from './player.module.css'
import { usePlayer } from './player-context.ts'
import { CauseScreen } from './status/cause-screen.tsx'
import type { CauseAction, View } from './status/player-causes.ts'
import { FlashLine } from './status/player-toast.tsx'

type PictureProps = {
  view: View
  busy: boolean
  name: string
  setVideo: (video: HTMLVideoElement | null) => void
  onAct: (action: CauseAction) => void
}

/** The black area. The `<video>` is never taken away: causes, words and banners lie over it. */
export const Picture = ({ view, busy, name, setVideo, onAct }: PictureProps) => {
  const { commands } = usePlayer()
  const told = useTold()
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
        onClick={commands.play.run}
        onDoubleClick={commands.fullscreen.run}
      />
      {view.kind === 'loading' ? <Words text={view.text} /> : null}
      {view.kind === 'picture' && view.starved ? <Words text={view.starved} /> : null}
      {view.kind === 'cause' ? <CauseScreen view={view} busy={busy} onAct={onAct} /> : null}
      {view.kind === 'picture' && view.trouble && !told(view.trouble) ? (
        <div className={classes.banner} role="alert">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
          <span className={classes.bannerText}>
            {view.trouble.message} What is loaded plays on.
            {view.trouble.next ? ` ${view.trouble.next}` : ''}
          </span>
          <Button variant="default" loading={busy} onClick={() => onAct('renew')}>
            Renew now
          </Button>
        </div>
      ) : null}
      <FlashLine />
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
            <ActItems />
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}

/** Words of a wait; they come after 400 ms (in the style sheet), so that quick answers do not flicker. */
const Words = ({ text }: { text: string }) => (
  <div className={classes.words} role="status">
    <span className={classes.dots} aria-hidden="true" />
    {text}
  </div>
)
