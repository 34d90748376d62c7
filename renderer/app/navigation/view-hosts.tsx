import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { SessionListQuery } from '../../../electron/contract/models/session-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import type { ReviewOf } from '../../features/review/queue/start-review.tsx'
import { ReviewNotes, ReviewPanel, SessionDetails } from '../../features/review/review-panel.tsx'
import { SessionsView } from '../../features/sessions/sessions-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { HoldKeys } from '../../ui/keys/use-keys.ts'
import { createMomentPictures } from '../analysis/moment-pictures.ts'
import { useLayout } from '../layout-store.ts'
import { useNavigation, viewBefore } from './navigation-store.ts'
import { playArchived } from './play-archived.ts'
import { PLAIN_QUERY, type View, type ViewOf, viewLabel } from './view-state.ts'

// The player brings the video library: it loads when the first session is opened.
const PlayerView = lazy(async () => ({ default: (await import('../../features/player/player-view.tsx')).PlayerView }))

const ReviewHost = lazy(async () => ({ default: (await import('./review-host.tsx')).ReviewHost }))
const ReviewLine = lazy(async () => ({
  default: (await import('../../features/review/queue/review-line.tsx')).ReviewLine,
}))
const StartReview = lazy(async () => ({
  default: (await import('../../features/review/queue/start-review.tsx')).StartReview,
}))

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

/** Begins a review of sessions of the list, or continues one. */
const useReviewStart = (accountId: string) => {
  const go = useGo()
  const [of, setOf] = useState<ReviewOf | null>(null)
  const close = useCallback(() => setOf(null), [])
  const open = (sessionId: string, query: SessionListQuery) =>
    go({ name: 'player', sessionId, startAtMs: null, query, review: true })
  return {
    start: setOf,
    open,
    dialog: of ? (
      <Suspense fallback={<HoldKeys />}>
        <StartReview {...of} accountId={accountId} onStarted={(id) => open(id, of.query)} onClose={close} />
      </Suspense>
    ) : null,
  }
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
  const review = useReviewStart(account.id)
  return (
    <>
      <SessionsView
        account={account}
        onOpen={(sessionId, query, how) =>
          go({ name: 'player', sessionId, startAtMs: null, play: how?.play ?? false, query })
        }
        onShowArchive={() => go({ name: 'archive' })}
        onSignIn={() => signIn(account.id)}
        watchedId={watchedId}
        inspector={inspector}
        onReview={review.start}
        notice={(showToast) => (
          <Suspense fallback={null}>
            <ReviewLine accountId={account.id} onResume={(id) => review.open(id, PLAIN_QUERY)} showToast={showToast} />
          </Suspense>
        )}
      />
      {review.dialog}
    </>
  )
}

const PlayerHost = ({ account, view }: HostProps<'player'>) => {
  const go = useGo()
  const signIn = useSignIn()
  const stop = useNavigation((navigation) => navigation.stop)
  const back = useNavigation((navigation) => navigation.back)
  const before = useNavigation(viewBefore)
  const review = useReviewStart(account.id)
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
  const player = {
    account,
    query,
    settings: settings.data,
    onOpenSession: (next: string, play: boolean) =>
      go({ name: 'player', sessionId: next, startAtMs: null, play, query }),
    onBack: back,
    onSignIn: () => signIn(account.id),
    inspector: playerInspector,
    createPictures: createMomentPictures,
  }
  if (view.review) return <ReviewHost account={account} view={view} player={player} />
  return (
    <>
      <PlayerView
        {...player}
        key={stop}
        sessionId={sessionId}
        startAtMs={view.startAtMs}
        playAtOnce={view.play ?? false}
        backLabel={`Back to ${viewLabel(before).toLowerCase()}`}
        onReview={() => review.start({ query, selected: null, first: sessionId })}
      />
      {review.dialog}
    </>
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
    <Suspense key={view.name} fallback={<HoldKeys />}>
      <Host account={account} view={view} />
    </Suspense>
  )
}
