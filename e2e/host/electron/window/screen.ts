import { EventEmitter } from 'node:events'
import { getHost } from '../../state.ts'
import { strict } from '../strict.ts'
import { nearestDisplay } from './window-state.ts'

/** What a test does not say. */
const USUAL: Electron.Rectangle[] = [{ x: 0, y: 0, width: 1920, height: 1080 }]
/** A bar of the desktop at the lower edge, so that work area and bounds are never taken for one another. */
const BAR_HEIGHT = 40

export type HostDisplay = Pick<Electron.Display, 'id' | 'bounds' | 'workArea' | 'size' | 'workAreaSize' | 'scaleFactor'>

/** The first one is the primary. */
export const allDisplays = (): HostDisplay[] =>
  (getHost().faults.displays ?? USUAL).map((bounds, index) => {
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

export const primaryDisplay = (): HostDisplay => {
  const [first] = allDisplays()
  if (!first) throw new Error('The Chromium host needs a display.')
  return first
}

export const nearestTo = (bounds: Electron.Rectangle): HostDisplay => nearestDisplay(bounds, allDisplays())

export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), { getAllDisplays: allDisplays, getPrimaryDisplay: primaryDisplay }),
)
