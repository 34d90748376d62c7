import { create } from 'zustand'
import { createRemembered } from '../ui/saves/remembered.ts'

/** Whether the navigation shows icons alone. */
export const useNavWidth = createRemembered(
  'desk.nav',
  (stored) => ({ narrow: stored === 'narrow' }),
  ({ narrow }) => (narrow ? 'narrow' : 'wide'),
)
export const toggleNav = (): void => {
  useNavWidth.setState(({ narrow }) => ({ narrow: !narrow }))
}

type Layout = {
  keyMap: boolean
  /** Connect form in a dialog; `signIn` carries the account that needs new credentials. */
  dialog: { kind: 'connect' } | { kind: 'sign-in'; accountId: string } | null
  setKeyMap: (open: boolean) => void
  setDialog: (dialog: Layout['dialog']) => void
}

/** Which dialog of the frame is open. */
export const useLayout = create<Layout>()((set) => ({
  keyMap: false,
  dialog: null,
  setKeyMap: (keyMap) => set({ keyMap }),
  setDialog: (dialog) => set({ dialog }),
}))
