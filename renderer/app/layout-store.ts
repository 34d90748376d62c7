import { create } from 'zustand'

const NAV = 'desk.nav'

type Layout = {
  navNarrow: boolean
  toggleNav: () => void
  keyMap: boolean
  /** Connect form in a dialog; `signIn` carries the account that needs new credentials. */
  dialog: { kind: 'connect' } | { kind: 'sign-in'; accountId: string } | null
  setKeyMap: (open: boolean) => void
  setDialog: (dialog: Layout['dialog']) => void
}

/** What the frame itself owns: the width of the navigation and which dialog is open. */
export const useLayout = create<Layout>()((set, get) => ({
  navNarrow: localStorage.getItem(NAV) === 'narrow',
  toggleNav: () => {
    const navNarrow = !get().navNarrow
    localStorage.setItem(NAV, navNarrow ? 'narrow' : 'wide')
    set({ navNarrow })
  },
  keyMap: false,
  dialog: null,
  setKeyMap: (keyMap) => set({ keyMap }),
  setDialog: (dialog) => set({ dialog }),
}))
