import type { RowSize } from '../../../ui/grid/use-virtual-grid.ts'
import { createRemembered } from '../../../ui/saves/remembered.ts'

/** Two lines and the end screen, or one low line. */
export type Density = Extract<RowSize, 'comfortable' | 'compact'>

export const useDensity = createRemembered<{ density: Density }>(
  'sessions.density',
  (stored) => ({ density: stored === 'compact' ? 'compact' : 'comfortable' }),
  ({ density }) => density,
)

export const toggleDensity = (): void => {
  useDensity.setState(({ density }) => ({ density: density === 'compact' ? 'comfortable' : 'compact' }))
}
