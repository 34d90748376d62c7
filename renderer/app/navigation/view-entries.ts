import {
  type Icon,
  IconActivity,
  IconArchive,
  IconCode,
  IconCookie,
  IconDatabase,
  IconListDetails,
  IconSettings,
} from '@tabler/icons-react'
import { type ViewName, views } from '../../../electron/contract/constants/views.ts'
import type { Shortcut } from '../../ui/keys/shortcuts/shortcut.ts'
import { generalShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import type { View } from './view-state.ts'

/** A command that shows a view, as the palette and the keys list it. */
type GoCommand = { id: string; label: string; view: View; shortcut?: Shortcut }

/** `commands`: the first is what the navigation opens. */
type ViewEntry = { icon: Icon; commands: readonly [GoCommand, ...GoCommand[]] }

const entries: { readonly [Name in ViewName]: ViewEntry } = {
  sessions: {
    icon: IconListDetails,
    commands: [{ id: 'sessions', label: 'Go to sessions', view: { name: 'sessions' } }],
  },
  archive: {
    icon: IconArchive,
    commands: [{ id: 'archive', label: 'Go to archive', view: { name: 'archive' } }],
  },
  profiles: {
    icon: IconCookie,
    commands: [{ id: 'profiles', label: 'Go to profiles', view: { name: 'profiles', profileId: null } }],
  },
  functions: {
    icon: IconCode,
    commands: [{ id: 'functions', label: 'Go to functions', view: { name: 'functions', target: null } }],
  },
  'cache-policy': {
    icon: IconDatabase,
    commands: [{ id: 'cache-policy', label: 'Go to cache policy', view: { name: 'cache-policy' } }],
  },
  activity: {
    icon: IconActivity,
    commands: [
      { id: 'activity', label: 'Go to activity', view: { name: 'activity', section: 'requests' } },
      { id: 'limit', label: 'Go to rate limit', view: { name: 'activity', section: 'limit' } },
      { id: 'health-history', label: 'Go to health', view: { name: 'activity', section: 'health' } },
      { id: 'usage', label: 'Go to usage', view: { name: 'activity', section: 'usage' } },
    ],
  },
  settings: {
    icon: IconSettings,
    commands: [
      {
        id: 'settings',
        label: generalShortcuts.settings.label,
        view: { name: 'settings', section: 'general' },
        shortcut: generalShortcuts.settings,
      },
      {
        id: 'archive-settings',
        label: 'Archive settings',
        view: { name: 'settings', section: 'archive' },
      },
      { id: 'accounts', label: 'Manage accounts', view: { name: 'settings', section: 'accounts' } },
    ],
  },
}

/** The views of the navigation in its order: what the navigation shows and what leads to them. */
export const viewEntries = views.map(({ name, label }) => ({ name, label, ...entries[name] }))
