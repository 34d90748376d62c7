import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invoke, useAsk } from '../bridge.ts'
import { isDialogOpen } from '../ui/keys/use-keys.ts'
import { resolver, theme } from '../ui/theme.ts'
import classes from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { subscribeEvents } from './event-handlers.ts'
import { useLayout } from './layout-store.ts'
import { onLinkArrived, openWaiting } from './navigation/arriving-links.tsx'
import { useNavigation } from './navigation/navigation-store.ts'
import { saveAtPageEnd } from './page-end.ts'
import { openPalette } from './palette/palette-store.ts'
import { Start } from './start.tsx'
import { showNotice } from './status/notices.tsx'
import { useStoredShortcuts } from './stored-shortcuts.ts'
import { watchTyping } from './text-entry.ts'
import { useColorScheme } from './use-color-scheme.ts'

/** What main says unasked reaches the cache, the navigation and the notices here. */
const useEvents = () => {
  const client = useQueryClient()
  useEffect(saveAtPageEnd, [])
  useEffect(watchTyping, [])
  useEffect(openWaiting, [])
  useEffect(
    () =>
      subscribeEvents(client, {
        onNotice: showNotice,
        onLink: onLinkArrived,
        onCommand: (name) => {
          // Before an account is in use there is nothing these could act on.
          if (useNavigation.getState().accountId === null || isDialogOpen()) return
          if (name === 'palette') openPalette()
          else if (name === 'settings') useNavigation.getState().go({ name: 'settings', section: 'general' })
          else if (name === 'help') useLayout.getState().setKeyMap(true)
          else if (name === 'connect') useLayout.getState().setDialog({ kind: 'connect' })
          else void invoke('sessions.sync', undefined)
        },
      }),
    [client],
  )
}

const Themed = ({ nonce }: { nonce: string }) => {
  useEvents()
  const settings = useAsk('settings.get', undefined)
  useStoredShortcuts(settings.data?.shortcuts)
  const scheme = useColorScheme(settings.data?.theme)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      deduplicateCssVariables={false}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
    >
      <Notifications
        position="bottom-right"
        autoClose={8_000}
        transitionDuration={120}
        containerWidth={380}
        classNames={{ root: classes.stack, notification: classes.notification }}
      />
      <ErrorBoundary resetKey="app">
        <Start />
      </ErrorBoundary>
    </MantineProvider>
  )
}

export const App = ({ client, nonce }: { client: QueryClient; nonce: string }) => (
  <QueryClientProvider client={client}>
    <Themed nonce={nonce} />
  </QueryClientProvider>
)
