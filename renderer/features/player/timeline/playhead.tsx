import { useEffect, useRef } from 'react'
import { usePlayer } from '../player-context.ts'
import classes from './axis.module.css'
import { shareIn, shownView } from './axis-view.ts'

/** Runs `draw` with the share of the shown part that the playhead has passed, with every frame and without React. */
export const usePlayheadShare = (draw: (share: number) => void): void => {
  const { store } = usePlayer()
  const latest = useRef(draw)
  latest.current = draw
  useEffect(() => {
    let shown = Number.NaN
    const follow = () => {
      const { axisView, lengthS, timeS } = store.getState()
      const share = lengthS === null ? 0 : shareIn(shownView(axisView, lengthS), timeS)
      if (share === shown) return
      shown = share
      latest.current(share)
    }
    follow()
    return store.subscribe(follow)
  }, [store])
}

/** The line over all lanes. It moves by a transform alone, which costs no layout. */
export const Playhead = () => {
  const rail = useRef<HTMLDivElement>(null)
  usePlayheadShare((share) => {
    if (!rail.current) return
    rail.current.style.transform = `translateX(${(share * 100).toFixed(4)}%)`
    rail.current.style.visibility = share < -0.0005 || share > 1.0005 ? 'hidden' : ''
  })
  return (
    <div className={classes.rail} ref={rail} aria-hidden="true">
      <div className={classes.head} />
    </div>
  )
}
