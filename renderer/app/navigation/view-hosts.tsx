import { type ComponentType, lazy, Suspense } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { ReviewNotes, ReviewPanel, SessionDetails } from '../../features/review/review-panel.tsx'
import { SessionsView } from '../../features/sessions/sessions-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { createMomentPictures } from '../analysis/moment-pictures.ts'
import { useLayout } from '../layout-store.ts'
import { useNavigation, viewBefore } from './navigation-store.ts'
import { playArchived } from './play-archived.ts'
import { type View, type ViewOf, viewLabel } from './view-state.ts'

// The player brings the video library: it loads when the first session is opened.
const PlayerView = lazy(async () => ({ default: (await import('../../features/player/player-view.tsx')).PlayerView }))

// The list of sessions is what a start shows first: every other view loads when it is opened.
const ArchiveView = lazy(async () => ({
  default: (await import('../../features/archive/archive-view.tsx')).ArchiveView,
}))

const ProfilesView = lazy(async () => ({
  default: (await import('../../features/cookies/profiles-view.tsx')).ProfilesView,
}))
const FunctionsView = lazy(async () => ({
  default: (await import('../../features/functions/functions-view.tsx')).FunctionsView,
}))
const CachePolicyView = lazy(async () => ({
  default: (await import('../../features/cache-policy/cache-policy-view.tsx')).CachePolicyView,
}))
const ActivityView = lazy(async () => ({
  default: (await import('../../features/activity-log/activity-view.tsx')).ActivityView,
}))
const SettingsView = lazy(async () => ({
  default: (await import('../../features/settings/settings-view.tsx')).SettingsView,
}))
const AccountsSection = lazy(async () => ({
  default: (await import('../../features/accounts/accounts-section.tsx')).AccountsSection,
}))

type HostProps<Name extends View['name']> = { account: Account; view: ViewOf<Name> }

const useGo = () => useNavigation((navigation) => navigation.go)

const useSignIn = () => {
  const setDialog = useLayout((layout) => layout.setDialog)
  return (accountId: string) => setDialog({ kind: 'sign-in', accountId })
}

const inspector = (sessionId: string) => <ReviewPanel key={sessionId} sessionId={sessionId} />
const playerInspector = {
  notes: (sessionId: string) => <ReviewNotes sessionId={sessionId} />,
  details: (sessionId: string) => <SessionDetails sessionId={sessionId} />,
}

const SessionsHost = ({ account }: HostProps<'sessions'>) => {
  const go = useGo()
  const signIn = useSignIn()
  const watchedId = useNavigation((navigation) => navigation.watchedId)
  return (
    <SessionsView
      account={account}
      onOpen={(sessionId, query, how) =>
        go({ name: 'player', sessionId, startAtMs: null, play: how?.play ?? false, query })
      }
      onShowArchive={() => go({ name: 'archive' })}
      onSignIn={() => signIn(account.id)}
      watchedId={watchedId}
      inspector={inspector}
    />
  )
}

const PlayerHost = ({ account, view }: HostProps<'player'>) => {
  const go = useGo()
  const signIn = useSignIn()
  const stop = useNavigation((navigation) => navigation.stop)
  const back = useNavigation((navigation) => navigation.back)
  const before = useNavigation(viewBefore)
  const settings = useAsk('settings.get', undefined)
  if (settings.isError)
    return (
      <ProblemView
        problem={problemOf(settings.error)}
        action={{ label: 'Retry', onClick: () => void settings.refetch() }}
      />
    )
  if (!settings.data) return null
  const { sessionId, query } = view
  return (
    <PlayerView
      key={stop}
      account={account}
      sessionId={sessionId}
      startAtMs={view.startAtMs}
      playAtOnce={view.play ?? false}
      query={query}
      settings={settings.data}
      onOpenSession={(next, play) => go({ name: 'player', sessionId: next, startAtMs: null, play, query })}
      onBack={back}
      backLabel={`Back to ${viewLabel(before).toLowerCase()}`}
      onSignIn={() => signIn(account.id)}
      inspector={playerInspector}
      createPictures={createMomentPictures}
    />
  )
}

const ArchiveHost = ({ account }: HostProps<'archive'>) => {
  const go = useGo()
  return (
    <ArchiveView
      account={account}
      onOpen={(item, play) => void playArchived(item, account, play)}
      onSessions={() => go({ name: 'sessions' })}
    />
  )
}

const ProfilesHost = ({ account, view }: HostProps<'profiles'>) => {
  const go = useGo()
  const signIn = useSignIn()
  return (
    <ProfilesView
      account={account}
      profileId={view.profileId}
      onProfile={(profileId) => go({ name: 'profiles', profileId })}
      onSignIn={() => signIn(account.id)}
    />
  )
}

const FunctionsHost = ({ account, view }: HostProps<'functions'>) => {
  const go = useGo()
  const signIn = useSignIn()
  return (
    <FunctionsView
      account={account}
      target={view.target}
      onTarget={(target) => go({ name: 'functions', target })}
      onSignIn={() => signIn(account.id)}
    />
  )
}

const CachePolicyHost = ({ account }: HostProps<'cache-policy'>) => {
  const signIn = useSignIn()
  return <CachePolicyView account={account} onSignIn={() => signIn(account.id)} />
}

const ActivityHost = ({ account, view }: HostProps<'activity'>) => {
  const go = useGo()
  const signIn = useSignIn()
  return (
    <ActivityView
      account={account}
      section={view.section}
      onSection={(section) => go({ name: 'activity', section })}
      onSignIn={() => signIn(account.id)}
    />
  )
}

const SettingsHost = ({ view }: HostProps<'settings'>) => {
  const go = useGo()
  const signIn = useSignIn()
  const setDialog = useLayout((layout) => layout.setDialog)
  return (
    <SettingsView
      section={view.section}
      onSection={(section) => go({ name: 'settings', section })}
      accounts={<AccountsSection onConnect={() => setDialog({ kind: 'connect' })} onSignIn={signIn} />}
    />
  )
}

/** Each view, joined to the navigation: features know neither it nor each other. */
const hosts: { readonly [Name in View['name']]: ComponentType<HostProps<Name>> } = {
  sessions: SessionsHost,
  player: PlayerHost,
  archive: ArchiveHost,
  profiles: ProfilesHost,
  functions: FunctionsHost,
  'cache-policy': CachePolicyHost,
  activity: ActivityHost,
  settings: SettingsHost,
}

/** The view on screen. */
export const CurrentView = <Name extends View['name']>({ account, view }: HostProps<Name>) => {
  const Host: ComponentType<HostProps<Name>> = hosts[view.name as Name]
  return (
    // A boundary of its own for each view: a shared one would keep the view before, hidden, with its timers and keys.
    <Suspense key={view.name} fallback={null}>
      <Host account={account} view={view} />
    </Suspense>
  )
}
