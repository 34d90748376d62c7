import { createContext, useContext } from 'react'

/** What stands in the way of everything and is told by the banner of the frame. */
export type Outage = 'down' | 'signed-out'

/** The outage that a problem belongs to while the banner tells it; null for every other problem. */
export type Told = (problem: { code: string }) => Outage | null

/** Outside the frame, and in its dialogs, nothing else tells a problem. */
export const nobodyTold: Told = () => null
export const ToldContext = createContext<Told>(nobodyTold)

export const useTold = (): Told => useContext(ToldContext)
