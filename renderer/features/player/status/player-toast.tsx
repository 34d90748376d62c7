import { Button } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../player.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'

/** What a key just did, over the picture, for a moment. Read aloud as well. */
export const FlashLine = () => {
  const { store } = usePlayer()
  const flash = usePlayerState((s) => s.flash)
  useEffect(() => {
    if (!flash) return
    const stays = flash.bad ? 8_000 : flash.undo || flash.next ? 5_000 : 1_600
    const timer = setTimeout(() => {
      if (store.getState().flash?.id === flash.id) store.setState({ flash: null })
    }, stays)
    return () => clearTimeout(timer)
  }, [flash, store])
  return (
    <div className={classes.flashRoom} role="status" aria-live="polite">
      {flash ? (
        <div className={classes.flash} key={flash.id} data-bad={flash.bad || undefined}>
          <span>{flash.text}</span>
          {flash.next ? <span className={classes.flashNext}>{flash.next}</span> : null}
          {flash.undo ? (
            <Button
              size="compact-xs"
              variant="white"
              onClick={() => {
                flash.undo?.()
                store.setState({ flash: null })
              }}
            >
              Undo
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
