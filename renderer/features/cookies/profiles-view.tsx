import { IconChevronDown, IconChevronRight, IconCookie } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { ProfileRow } from '../../../electron/contract/models/cookie-models.ts'
import { AddIdsDialog } from '../../ui/add-ids/add-ids-dialog.tsx'
import { DropHint } from '../../ui/add-ids/drop-hint.tsx'
import { useDrop, usePaste } from '../../ui/add-ids/use-drop.ts'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import { errorToast, plainToast, type Toast } from '../../ui/feedback/toast.ts'
import { ToastBar } from '../../ui/feedback/toast-bar.tsx'
import type { GridMoves } from '../../ui/grid/use-virtual-grid.ts'
import { profileShortcuts } from '../../ui/keys/shortcuts/profile-shortcuts.ts'
import { useKeys } from '../../ui/keys/use-keys.ts'
import frame from '../../ui/list/list.module.css'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { copyText } from '../../ui/text/copy.ts'
import { patchLayout, useCookieLayout } from './cookie-layout.ts'
import { lastOpened, openByHand } from './cookie-store.ts'
import classes from './cookies.module.css'
import { ProfileView } from './profile-pane.tsx'
import panel from './profiles/profiles.module.css'
import { ProfilesPanel } from './profiles/profiles-panel.tsx'
import { useProfiles } from './profiles/use-profiles.ts'
import { DomainTree } from './tree/domain-tree.tsx'
import { useOpenProfile } from './use-open-profile.ts'

export type ProfilesViewProps = {
  account: Account
  /** The profile on screen; null: none selected. */
  profileId: string | null
  onProfile: (profileId: string | null) => void
  onSignIn: () => void
}

/** Profiles on the left, the cookies of one of them as a table. */
export const ProfilesView = (props: ProfilesViewProps) => <Place key={props.account.id} {...props} />

const Place = ({ account, profileId, onProfile, onSignIn }: ProfilesViewProps) => {
  const list = useRef<GridMoves>(null)
  const table = useRef<GridMoves>(null)
  const tree = useRef<GridMoves>(null)
  /** Set when a profile was opened by hand: the focus goes to its table once that is here. */
  const toTable = useRef(false)
  const [toast, setToast] = useState<Toast | null>(null)
  const [adding, setAdding] = useState(false)
  const [zone, setZone] = useState<'profiles' | 'tree' | null>(null)
  const treeOpen = useCookieLayout((layout) => layout.tree)
  const open = useOpenProfile(account, profileId)

  const openProfile = useCallback(
    (id: string) => {
      openByHand(account.id, id)
      onProfile(id)
    },
    [account.id, onProfile],
  )
  const profiles = useProfiles(account, setToast, openProfile)
  usePaste(profiles.take)
  const drop = useDrop(profiles.take, (why) => setToast(errorToast(why)), 'profile')

  // Coming back by the navigation finds the profile again that was open, without asking the service.
  const before = profileId === null ? lastOpened(account.id) : null
  useEffect(() => {
    if (before !== null) onProfile(before)
  }, [before, onProfile])

  const rows = profiles.list?.rows
  const filled = rows !== undefined && rows.length > 0
  useEffect(() => {
    if (profileId === null && filled && document.activeElement === document.body) list.current?.focus()
  }, [filled, profileId])

  useKeys([
    { shortcut: profileShortcuts.focusProfiles, run: () => list.current?.focus() },
    { shortcut: profileShortcuts.focusDomains, run: () => tree.current?.focus() },
  ])

  const copyId = useCallback(async (id: string) => {
    setToast((await copyText(id)) ? plainToast('Copied the id.') : errorToast("Couldn't copy to the clipboard."))
  }, [])
  const onOpen = useCallback(
    (row: ProfileRow) => {
      toTable.current = true
      openProfile(row.profileId)
    },
    [openProfile],
  )
  const onAdd = useCallback(() => setAdding(true), [])
  const closeToast = useCallback(() => setToast(null), [])
  const inZone = (name: 'profiles' | 'tree') => ({ onFocus: () => setZone(name), onBlur: () => setZone(null) })
  const FoldIcon = treeOpen ? IconChevronDown : IconChevronRight

  return (
    <section className={frame.view} aria-label="Profiles" {...drop.handlers}>
      <div className={frame.main}>
        <ResizablePanel side="left" id="profiles" defaultWidth={200} min={180} max={480} label="Resize profiles">
          <div className={panel.panel}>
            <div className={panel.section} {...inZone('profiles')}>
              <ProfilesPanel
                account={account}
                profiles={profiles}
                openId={profileId}
                keys={zone === 'profiles' || profileId === null}
                list={list}
                onOpen={onOpen}
                onAdd={onAdd}
                copyId={copyId}
              />
            </div>
            {open.shown.rows.length > 0 ? (
              <div className={panel.section} data-folded={treeOpen ? undefined : true} {...inZone('tree')}>
                <button
                  type="button"
                  className={panel.fold}
                  aria-expanded={treeOpen}
                  onClick={() => patchLayout({ tree: !treeOpen })}
                >
                  <FoldIcon size={14} stroke={1.5} aria-hidden="true" />
                  Domains
                </button>
                {treeOpen ? (
                  <DomainTree key={open.viewKey} viewKey={open.viewKey} shown={open.shown} handle={tree} />
                ) : null}
              </div>
            ) : null}
          </div>
        </ResizablePanel>
        <div className={classes.list}>
          {profileId === null ? (
            <EmptyView
              icon={<IconCookie size={24} stroke={1.5} />}
              title="No profile selected"
              text="Select a profile on the left to see its cookies, what they mean, and when they expire."
              {...(filled ? {} : { action: { label: 'Add profile ids', onClick: onAdd } })}
            />
          ) : (
            <ProfileView
              key={profileId}
              profileId={profileId}
              profile={rows?.find((row) => row.profileId === profileId) ?? null}
              open={open}
              signedIn={account.signedIn}
              elsewhere={zone !== null}
              table={table}
              toTable={toTable}
              onSignIn={onSignIn}
              showToast={setToast}
            />
          )}
          <ToastBar toast={toast} onClose={closeToast} />
          {drop.over ? <DropHint text="Drop profile ids: text, CSV or JSON" /> : null}
        </div>
      </div>
      <AddIdsDialog
        opened={adding}
        noun="profile"
        placeholder="profile-supplier-portal"
        busy={profiles.busy}
        onClose={() => setAdding(false)}
        add={profiles.add}
      />
    </section>
  )
}
