import { lazy, Suspense } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { AccountsSection } from '../../features/accounts/accounts-section.tsx'
import { ReviewPanel } from '../../features/review/review-panel.tsx'
import { SessionsView } from '../../features/sessions/sessions-view.tsx'
import { SettingsView } from '../../features/settings/settings-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { useLayout } from '../layout-store.ts'
import { useNavigation, type View, viewBefore, viewNames } from './navigation-store.ts'
import { playArchived } from './play-archived.ts'

// The player brings the video library: it loads when the first run is opened.
const PlayerView = lazy(async () => ({ default: (await import('../../features/player/player-view.tsx')).PlayerView }))

// As seldom the first place of a start; the list is to stand there sooner.
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

const inspector = (sessionId: string) => <ReviewPanel key={sessionId} sessionId={sessionId} />

/** The place on screen. */
export const Place = ({ account, view }: { account: Account; view: View }) => {
  const go = useNavigation((navigation) => navigation.go)
  const stop = useNavigation((navigation) => navigation.stop)
  const back = useNavigation((navigation) => navigation.back)
  const before = useNavigation(viewBefore)
  const watchedId = useNavigation((navigation) => navigation.watchedId)
  const setDialog = useLayout((layout) => layout.setDialog)
  const settings = useAsk('settings.get', undefined)
  const signIn = (accountId: string) => setDialog({ kind: 'sign-in', accountId })

  if (view.place === 'settings')
    return (
      <SettingsView
        section={view.section}
        onSection={(section) => go({ place: 'settings', section })}
        accounts={<AccountsSection onConnect={() => setDialog({ kind: 'connect' })} onSignIn={signIn} />}
      />
    )
  if (view.place === 'archive')
    return (
      <Suspense fallback={null}>
        <ArchiveView
          account={account}
          onPlay={(item) => void playArchived(item, account)}
          onSessions={() => go({ place: 'sessions' })}
        />
      </Suspense>
    )
  if (view.place === 'profiles')
    return (
      <Suspense fallback={null}>
        <ProfilesView
          account={account}
          profileId={view.profileId}
          onProfile={(profileId) => go({ place: 'profiles', profileId })}
          onSignIn={() => signIn(account.id)}
        />
      </Suspense>
    )
  if (view.place === 'functions')
    return (
      <Suspense fallback={null}>
        <FunctionsView
          account={account}
          target={view.target}
          onTarget={(target) => go({ place: 'functions', target })}
          onSignIn={() => signIn(account.id)}
        />
      </Suspense>
    )
  if (view.place === 'cache-policy')
    return (
      <Suspense fallback={null}>
        <CachePolicyView account={account} onSignIn={() => signIn(account.id)} />
      </Suspense>
    )
  if (view.place === 'activity')
    return (
      <Suspense fallback={null}>
        <ActivityView
          account={account}
          section={view.section}
          onSection={(section) => go({ place: 'activity', section })}
          onSignIn={() => signIn(account.id)}
        />
      </Suspense>
    )
  if (view.place === 'sessions')
    return (
      <SessionsView
        account={account}
        onOpen={(sessionId, query, how) =>
          go({ place: 'player', sessionId, startAtMs: null, play: how?.play ?? false, query })
        }
        onShowArchive={() => go({ place: 'archive' })}
        onSignIn={() => signIn(account.id)}
        watchedId={watchedId}
        inspector={inspector}
      />
    )
  if (settings.isError)
    return (
      <ProblemView
        problem={problemOf(settings.error)}
        action={{ label: 'Try again', onClick: () => void settings.refetch() }}
      />
    )
  if (!settings.data) return null
  const { sessionId, query } = view
  return (
    <Suspense fallback={null}>
      <PlayerView
        key={stop}
        account={account}
        sessionId={sessionId}
        startAtMs={view.startAtMs}
        playAtOnce={view.play ?? false}
        query={query}
        settings={settings.data}
        onOpenSession={(next, play) => go({ place: 'player', sessionId: next, startAtMs: null, play, query })}
        onBack={back}
        backLabel={`Back to ${viewNames[before].toLowerCase()}`}
        onSignIn={() => signIn(account.id)}
        inspector={inspector}
      />
    </Suspense>
  )
}
