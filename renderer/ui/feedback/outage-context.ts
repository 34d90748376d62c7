import { createContext, useContext } from 'react'

/** What blocks everything and is reported by the banner of the frame. */
export type Outage = 'down' | 'signed-out'

/** The outage that a problem belongs to while the banner tells it; null for every other problem. */
export type ShownByBanner = (problem: { code: string }) => Outage | null

/** Outside the frame, and in its dialogs, nothing else tells a problem. */
export const notShownByBanner: ShownByBanner = () => null
export const ShownByBannerContext = createContext<ShownByBanner>(notShownByBanner)

export const useShownByBanner = (): ShownByBanner => useContext(ShownByBannerContext)
