import { useEffect, useMemo } from 'react'
import type { Account } from '../../electron/contract/models/account-models.ts'
import { useAsk } from '../bridge.ts'
import { ShownByBannerContext } from '../ui/feedback/outage-context.ts'
import { Dialogs } from './dialogs.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import classes from './frame.module.css'
import { Nav } from './navigation/nav.tsx'
import { useNavigation } from './navigation/navigation-store.ts'
import { useFrameKeys } from './navigation/use-frame-keys.ts'
import { CurrentView } from './navigation/view-hosts.tsx'
import { Banner } from './status/banner.tsx'
import { shownByBannerOf } from './status/outage.ts'
import { StatusBar } from './status/status-bar.tsx'
import { TopBar } from './status/top-bar.tsx'

/** Navigation, title, view and status: what is around every view. */
export const Frame = ({ account }: { account: Account }) => {
  const accounts = useAsk('accounts.list', undefined)
  const enter = useNavigation((navigation) => navigation.enter)
  const leave = useNavigation((navigation) => navigation.leave)
  const entered = useNavigation((navigation) => navigation.accountId)
  const view = useNavigation((navigation) => navigation.view)
  const health = useAsk('health.get', undefined).data
  const shownByBanner = useMemo(() => shownByBannerOf(account, health), [account, health])
  useFrameKeys(accounts.data ?? [])
  useEffect(() => enter(account.id), [account.id, enter])
  useEffect(() => leave, [leave])
  return (
    <div className={classes.frame}>
      <Nav account={account} view={view} />
      <div className={classes.column}>
        <TopBar account={account} view={view} />
        <Banner key={account.id} account={account} />
        <main className={classes.view}>
          {entered === account.id ? (
            <ErrorBoundary resetKey={`${account.id} ${JSON.stringify(view)}`}>
              <ShownByBannerContext value={shownByBanner}>
                <CurrentView account={account} view={view} />
              </ShownByBannerContext>
            </ErrorBoundary>
          ) : null}
        </main>
        <StatusBar account={account} shownByBanner={shownByBanner} />
      </div>
      <Dialogs />
    </div>
  )
}
