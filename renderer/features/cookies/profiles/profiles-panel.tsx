import { CloseButton, TextInput } from '@mantine/core'
import { IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { memo, type RefObject, useMemo, useRef, useState } from 'react'
import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { ProfileRow } from '../../../../electron/contract/models/cookie-models.ts'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { GridMoves } from '../../../ui/grid/use-virtual-grid.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { filterShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import { Tip } from '../../../ui/tip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ProfileList } from './profile-list.tsx'
import { ProfileMenu, type ProfileMenuAt } from './profile-menu.tsx'
import { filterProfiles, listingText } from './profile-text.ts'
import classes from './profiles.module.css'
import { useProfileKeys } from './use-profile-keys.ts'
import type { Profiles } from './use-profiles.ts'

const icon = { size: 16, stroke: 1.5 } as const
const NONE: readonly ProfileRow[] = []

type ProfilesPanelProps = {
  account: Account
  profiles: Profiles
  openId: string | null
  /** The keys of the list work: the focus is here, or nothing else has rows. */
  keys: boolean
  list: RefObject<GridMoves | null>
  onOpen: (row: ProfileRow) => void
  onAdd: () => void
  copyId: (profileId: string) => void
}

/** Filter, list and state of the profiles. Not drawn again with every key in the table beside it. */
export const ProfilesPanel = memo((props: ProfilesPanelProps) => {
  const { account, profiles, openId, keys, list, onOpen, onAdd, copyId } = props
  const [text, setText] = useState('')
  const [wanted, setAt] = useState<number | null>(null)
  const [menu, setMenu] = useState<ProfileMenuAt | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const now = useNow(15_000)
  const known = profiles.list?.rows ?? NONE
  const rows = useMemo(() => filterProfiles(known, text), [known, text])
  const at = Math.min(wanted ?? rows.findIndex((row) => row.profileId === openId), rows.length - 1)
  const toList = () => {
    if (at < 0 && rows.length > 0) setAt(0)
    list.current?.focus()
  }
  useProfileKeys({
    rows,
    at,
    setAt,
    list,
    enabled: keys && menu === null,
    open: onOpen,
    copyId: (row) => copyId(row.profileId),
    focusFilter: () => input.current?.select(),
    clearFilter: () => setText(''),
  })

  const { listing } = profiles.list ?? { listing: null }
  const lists = listing?.state !== 'not-supported'
  const body = () => {
    if (profiles.problem)
      return (
        <div className={classes.problem}>
          <ProblemView problem={profiles.problem} compact action={{ label: 'Retry', onClick: profiles.retry }} />
        </div>
      )
    if (!profiles.list) return <SkeletonRows rows={4} height={44} />
    if (rows.length > 0)
      return (
        <ProfileList
          rows={rows}
          openId={openId}
          at={at}
          handle={list}
          onOpen={(row, index) => {
            setAt(index)
            onOpen(row)
          }}
          onMenu={(row, place) => setMenu({ row, ...place })}
        />
      )
    if (known.length > 0) return <p className={classes.note}>No profile matches. Esc clears the filter.</p>
    if (listing?.state === 'running') return <SkeletonRows rows={4} height={44} />
    return (
      <p className={classes.note}>
        {lists
          ? 'No profiles yet. They appear here once the service lists some. You can also paste or drop profile ids.'
          : 'This service does not list its profiles. Paste or drop profile ids: each stays in this list.'}
      </p>
    )
  }

  return (
    <>
      <div className={classes.head}>
        <div className={classes.filter}>
          <Tip label="Filter by name, id or domain" shortcuts={[filterShortcuts.filter]}>
            <TextInput
              ref={input}
              type="search"
              aria-label="Filter profiles"
              placeholder="Filter profiles"
              value={text}
              maxLength={500}
              spellCheck={false}
              leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
              rightSection={
                text ? <CloseButton size={20} aria-label="Clear filter" onClick={() => setText('')} /> : null
              }
              onChange={(event) => {
                setText(event.currentTarget.value)
                setAt(0)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && text !== '') setText('')
                else if (event.key === 'Escape' || event.key === 'ArrowDown') toList()
                else if (event.key === 'Enter' && rows[at]) onOpen(rows[at])
                else return
                event.preventDefault()
              }}
            />
          </Tip>
        </div>
        <IconButton
          label={lists ? 'Refresh profiles' : 'This service does not list profiles'}
          disabled={!lists || !account.signedIn || listing?.state === 'running'}
          icon={<IconRefresh {...icon} />}
          onClick={() => void profiles.refresh()}
        />
        <IconButton
          label="Add profile ids. You can also paste or drop them here"
          icon={<IconPlus {...icon} />}
          onClick={onAdd}
        />
      </div>
      {listing?.problem ? (
        <div className={classes.problem}>
          <ProblemView
            problem={listing.problem}
            compact
            action={{ label: 'Retry', onClick: () => void profiles.refresh() }}
          />
        </div>
      ) : null}
      {body()}
      {profiles.list ? (
        <p className={classes.state} role="status">
          {listingText(profiles.list, now)}
        </p>
      ) : null}
      <ProfileMenu
        at={menu}
        onClose={() => {
          setMenu(null)
          list.current?.focus()
        }}
        onOpen={onOpen}
        copyId={copyId}
        forget={(profileId) => void profiles.forget(profileId)}
      />
    </>
  )
})
