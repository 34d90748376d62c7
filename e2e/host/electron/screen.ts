import { EventEmitter } from 'node:events'
import { getHost } from '../state.ts'
import { strict } from './strict.ts'

/** A bar of the desktop at the lower edge, so that work area and bounds are never taken for one another. */
const BAR_HEIGHT = 40

type HostDisplay = Pick<Electron.Display, 'id' | 'bounds' | 'workArea' | 'size' | 'workAreaSize' | 'scaleFactor'>

/** Displays are what the test says, or one of the usual size; the first one is the primary. */
const allDisplays = (): HostDisplay[] =>
  getHost().displays.map((bounds, index) => {
    const workArea = { ...bounds, height: bounds.height - BAR_HEIGHT }
    return {
      id: index + 1,
      bounds,
      workArea,
      size: { width: bounds.width, height: bounds.height },
      workAreaSize: { width: workArea.width, height: workArea.height },
      scaleFactor: 1,
    }
  })

const primaryDisplay = (): HostDisplay => {
  const [first] = allDisplays()
  if (!first) throw new Error('The Chromium host needs a display.')
  return first
}

export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), { getAllDisplays: allDisplays, getPrimaryDisplay: primaryDisplay }),
)
