import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { useInsight } from '../player-context.ts'
import classes from '../timeline/axis.module.css'
import { placeIn, spanIn } from '../timeline/axis-view.ts'
import { useAxisView } from '../timeline/use-axis-view.ts'
import { filmLayout } from './film-layout.ts'
import { useThumbnail } from './use-analysis.ts'

const NONE: never[] = []
/** Pictures keep the shape of a usual screen, whatever their height. */
const SHAPE = 16 / 10

/** Screens where they begin, as many pictures as fit. The Screens tab lists all of them. */
export const FilmStrip = () => {
  const { analysis } = useInsight()
  const view = useAxisView()
  const thumbnail = useThumbnail(analysis.thumbnails)
  const { ref, width, height } = useElementSize()
  const screens = analysis.record?.screens ?? NONE
  const pictureWidth = Math.round(height * SHAPE)
  const pictures = useMemo(() => filmLayout(screens, view, width, pictureWidth), [screens, view, width, pictureWidth])
  return (
    <div className={classes.film} ref={ref} data-lane="Screens" aria-hidden="true">
      {screens.map(({ startMs, endMs }) => {
        const place = spanIn(view, startMs / 1_000, endMs / 1_000)
        return place ? <div key={startMs} className={classes.filmSpan} style={place} data-at={startMs / 1_000} /> : null
      })}
      {screens.map(({ startMs }) =>
        startMs / 1_000 > view.fromS && startMs / 1_000 < view.toS ? (
          <div key={startMs} className={classes.filmEdge} style={{ left: placeIn(view, startMs / 1_000) }} />
        ) : null,
      )}
      {pictures.map(({ index, leftPx }) => {
        const src = thumbnail(index)
        const screen = screens[index]
        return src && screen ? (
          <img
            key={index}
            className={classes.filmPicture}
            src={src}
            alt=""
            draggable={false}
            loading="lazy"
            data-at={screen.startMs / 1_000}
            style={{ left: leftPx, width: pictureWidth }}
          />
        ) : null
      })}
    </div>
  )
}
