import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { Settings } from '../../../electron/contract/models/settings-models.ts'
import type { SavedView } from '../../../electron/contract/models/view-models.ts'
import { invoke } from '../../bridge.ts'
import { showView } from '../../features/sessions/views/saved-queries.ts'
import { notifyProblem } from '../../ui/feedback/notify-problem.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import { toggleNav, useLayout } from '../layout-store.ts'
import { activateAccount } from '../navigation/account-switcher.tsx'
import { useNavigation } from '../navigation/navigation-store.ts'
import { viewEntries } from '../navigation/view-entries.ts'

export type Command = { id: string; label: string; group: string; shortcut?: Shortcut; run: () => void }

/** Runs what can fail and says so in one sentence. */
const tell = async (action: Promise<{ ok: true } | { ok: false; problem: { message: string; next?: string } }>) => {
  const result = await action
  if (!result.ok) notifyProblem(result.problem)
}

const setTheme = (theme: Settings['theme']) => () => void tell(invoke('settings.set', { theme }))

/** Everything the frame can do; keys and the palette share it. */
export const frameCommands = (accounts: readonly Account[], views: readonly SavedView[] = []): Command[] => {
  const { go, back } = useNavigation.getState()
  const { setKeyMap, setDialog } = useLayout.getState()
  return [
    ...viewEntries.flatMap(({ commands }) =>
      commands.map(({ view, ...command }) => ({ ...command, group: 'Go', run: () => go(view) })),
    ),
    ...views.map((saved) => ({
      id: `saved-${saved.id}`,
      label: `View: ${saved.name}`,
      group: 'Go',
      run: () => {
        const account = accounts.find(({ active }) => active)
        if (account) showView(account.id, saved)
        go({ name: 'sessions' })
      },
    })),
    { id: 'back', label: generalShortcuts.back.label, group: 'Go', shortcut: generalShortcuts.back, run: back },
    {
      id: 'keys',
      label: generalShortcuts.shortcuts.label,
      group: 'General',
      shortcut: generalShortcuts.shortcuts,
      run: () => setKeyMap(true),
    },
    {
      id: 'nav',
      label: generalShortcuts.navigation.label,
      group: 'General',
      shortcut: generalShortcuts.navigation,
      run: toggleNav,
    },
    {
      id: 'sync',
      label: generalShortcuts.refresh.label,
      group: 'Service',
      shortcut: generalShortcuts.refresh,
      run: () => void tell(invoke('sessions.sync', undefined)),
    },
    {
      id: 'sync-stop',
      label: 'Stop refreshing',
      group: 'Service',
      run: () => void tell(invoke('sessions.cancelSync', undefined)),
    },
    {
      id: 'health',
      label: 'Refresh health',
      group: 'Service',
      run: () => void tell(invoke('health.check', undefined)),
    },
    { id: 'connect', label: 'Connect another service', group: 'Accounts', run: () => setDialog({ kind: 'connect' }) },
    {
      id: 'sample',
      label: 'Explore the sample workspace',
      group: 'Accounts',
      run: () => void tell(invoke('accounts.openSample', undefined)),
    },
    ...accounts
      .filter((account) => !account.active)
      .map((account) => ({
        id: `switch-${account.id}`,
        label: `Switch to ${account.label}`,
        group: 'Accounts',
        run: () => void activateAccount(account.id),
      })),
    { id: 'theme-system', label: 'Theme: system', group: 'Theme', run: setTheme('system') },
    { id: 'theme-light', label: 'Theme: light', group: 'Theme', run: setTheme('light') },
    { id: 'theme-dark', label: 'Theme: dark', group: 'Theme', run: setTheme('dark') },
  ]
}
