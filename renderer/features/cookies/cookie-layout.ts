import { create } from 'zustand'
import { isCompact } from '../../ui/panel/panel-width.ts'
import { type Layout, readLayout } from './layout-rules.ts'

const KEY = 'desk.cookies'

/** Columns and panels of the place, remembered across starts. */
export const useCookieLayout = create<Layout>()(() => {
  const kept = readLayout(localStorage.getItem(KEY))
  return isCompact() ? { ...kept, aside: null } : kept
})

export const patchLayout = (change: Partial<Layout>): void => {
  useCookieLayout.setState(change)
  localStorage.setItem(KEY, JSON.stringify(useCookieLayout.getState()))
}
export const toggleAside = (aside: 'details' | 'snapshots'): void =>
  patchLayout({ aside: useCookieLayout.getState().aside === aside ? null : aside })
