import { Button } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../player.module.css'
import { usePlayer, usePlayerState } from '../player-context.ts'

/** What a key just did, over the picture, for a moment. Read aloud as well. */
export const PlayerToastLine = () => {
  const { store } = usePlayer()
  const toast = usePlayerState((s) => s.toast)
  useEffect(() => {
    if (!toast) return
    const stays = toast.bad ? 8_000 : toast.undo || toast.next ? 5_000 : 1_600
    const timer = setTimeout(() => {
      if (store.getState().toast?.id === toast.id) store.setState({ toast: null })
    }, stays)
    return () => clearTimeout(timer)
  }, [toast, store])
  return (
    <div className={classes.flashRoom} role="status" aria-live="polite">
      {toast ? (
        <div className={classes.flash} key={toast.id} data-bad={toast.bad || undefined}>
          <span>{toast.text}</span>
          {toast.next ? <span className={classes.flashNext}>{toast.next}</span> : null}
          {toast.undo ? (
            <Button
              size="compact-xs"
              variant="white"
              onClick={() => {
                toast.undo?.()
                store.setState({ toast: null })
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
