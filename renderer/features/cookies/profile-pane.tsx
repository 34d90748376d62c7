import { Button } from '@mantine/core'
import { IconCookie, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CookieRow, ProfileRow } from '../../../electron/contract/models/cookie-models.ts'
import { ask, problemOf } from '../../bridge.ts'
import { EmptyView } from '../../ui/feedback/empty-view.tsx'
import { ProblemView } from '../../ui/feedback/problem-view.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { problemToast, type Toast } from '../../ui/feedback/toast.ts'
import type { GridMoves } from '../../ui/grid/use-virtual-grid.ts'
import frame from '../../ui/list/list.module.css'
import { useFirstMatch } from '../../ui/list/use-first-match.ts'
import { formatCount, formatDateTime } from '../../ui/text/format-text.ts'
import { CookieAside } from './cookie-aside.tsx'
import { CookieHeader } from './cookie-header.tsx'
import { patchLayout } from './cookie-layout.ts'
import { patchView, select, useView, viewOf } from './cookie-store.ts'
import classes from './cookies.module.css'
import { ExportDialog } from './export/export-dialog.tsx'
import { profileName } from './profiles/profile-text.ts'
import { useForgetting } from './reveal/use-reveal-timeout.ts'
import { CompareView, type CookieOfSide } from './snapshots/snapshot-comparison.tsx'
import { CookieMenu, type MenuAt } from './table/cookie-menu.tsx'
import { DEFAULT_QUERY } from './table/cookie-query.ts'
import { NOTHING, only, range, toggle } from './table/cookie-selection.ts'
import { CookieTable, type Pick } from './table/cookie-table.tsx'
import { CookieToolbar } from './table/cookie-toolbar.tsx'
import { useCookieKeys } from './table/use-cookie-keys.ts'
import type { OpenProfile } from './use-open-profile.ts'
import { useValueActions } from './use-value-actions.ts'

const icon = { size: 24, stroke: 1.5 } as const
const NO_DOMAINS: readonly string[] = []

type ProfileViewProps = {
  profileId: string
  /** Null when the list does not hold it. */
  profile: ProfileRow | null
  open: OpenProfile
  signedIn: boolean
  /** The focus is in the list of profiles or in the tree. */
  elsewhere: boolean
  table: RefObject<GridMoves | null>
  toTable: RefObject<boolean>
  onSignIn: () => void
  showToast: (toast: Toast) => void
}

/** The whole cookie, of which a comparison has only what its list shows; null until it is fetched. */
const useSideCookie = (of: CookieOfSide | null, showToast: (toast: Toast) => void): CookieRow | null => {
  const asked = useQuery({
    queryKey: ['snapshots.sideCookie', of],
    queryFn: of ? () => ask('snapshots.sideCookie', of) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The panel stays while the next row is fetched.
    placeholderData: keepPreviousData,
  })
  const { error } = asked
  useEffect(() => {
    if (error) showToast(problemToast(problemOf(error)))
  }, [error, showToast])
  return of && !error ? (asked.data?.row ?? null) : null
}

/** The cookies of one profile: header, filters, table or comparison, and what is beside them. */
export const ProfileView = (props: ProfileViewProps) => {
  const { profileId, profile, open, signedIn, elsewhere, table, toTable, onSignIn, showToast } = props
  const { viewKey, read, shown } = open
  const compare = useView(viewKey, (view) => view.compare)
  const filterInput = useRef<HTMLInputElement>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [exporting, setExporting] = useState<readonly string[] | null>(null)
  const [aside, setAside] = useState(false)
  /** A row of a comparison, which need not be in the table. */
  const [compared, setCompared] = useState<CookieOfSide | null>(null)
  const comparedCookie = useSideCookie(compare ? compared : null, showToast)
  const actions = useValueActions(read, showToast)
  useForgetting(read?.readId ?? null)

  // What the header is given stays the same while rows are selected, so that it is not drawn with every key.
  const selected = useRef(shown.selected)
  selected.current = shown.selected
  const some = read !== null && read.rows.length > 0
  const exportChosen = useCallback(() => {
    if (some) setExporting([...selected.current])
  }, [some])
  const readAgain = signedIn ? open.readAgain : onSignIn
  const close = (): boolean => {
    const { compare: comparing, snapshotId } = viewOf(viewKey)
    if (comparing) patchView(viewKey, { compare: null })
    else if (snapshotId !== null) patchView(viewKey, { snapshotId: null })
    return comparing !== null || snapshotId !== null
  }
  useCookieKeys({
    viewKey,
    grid: table,
    ids: shown.ids,
    zone: compare !== null ? 'comparison' : elsewhere ? 'elsewhere' : aside ? 'aside' : 'table',
    reveal: (id) => void actions.revealId(id),
    revealAll: () => void actions.revealAll(),
    copyValue: (id) => void actions.copyValue(id),
    readAgain,
    exportCookies: exportChosen,
    focusFilter: () => filterInput.current?.select(),
    close,
  })
  const query = useView(viewKey, (view) => view.query)
  const toFirst = useFirstMatch({ query, total: shown.ids.length }, query, (index) => {
    const id = shown.ids[index]
    select(viewKey, id === undefined ? NOTHING : only(id))
    if (id !== undefined) table.current?.reveal(index)
  })
  const filled = compare === null && shown.shown.length > 0
  useEffect(() => {
    if (!filled || (!toTable.current && document.activeElement !== document.body)) return
    toTable.current = false
    table.current?.focus()
  })

  const onPick = ({ id, shift, mod }: Pick) => {
    table.current?.focus()
    const { selection } = viewOf(viewKey)
    if (mod) select(viewKey, toggle(selection, id))
    else select(viewKey, shift ? range(selection, shown.ids, id) : only(id))
  }
  const clearFilter = () => {
    const { query } = viewOf(viewKey)
    patchView(viewKey, { query: { ...query, text: '', chips: DEFAULT_QUERY.chips }, scope: null })
  }

  const body = (): ReactNode => {
    if (compare)
      return (
        <CompareView
          before={compare.before}
          after={compare.after}
          onClose={() => patchView(viewKey, { compare: null })}
          onShow={(cookie) => {
            setCompared(cookie)
            if (cookie) patchLayout({ aside: 'details' })
          }}
        />
      )
    if (!read) {
      if (open.problem && viewOf(viewKey).snapshotId !== null)
        return (
          <ProblemView
            problem={open.problem}
            action={{ label: 'Back to latest cookies', onClick: () => patchView(viewKey, { snapshotId: null }) }}
          />
        )
      if (open.problem)
        return (
          <ProblemView
            problem={open.problem}
            action={{ label: signedIn ? 'Retry' : 'Sign in', onClick: readAgain, busy: open.reading }}
          />
        )
      if (open.reading || open.waiting) return <SkeletonRows rows={16} height={28} />
      return (
        <EmptyView
          icon={<IconCookie {...icon} />}
          title="Cookies not loaded"
          text="The cookies of this profile appear here once they are loaded. Values stay masked."
          action={{ label: signedIn ? 'Load cookies' : 'Sign in', onClick: readAgain }}
        />
      )
    }
    if (read.rows.length === 0)
      return (
        <EmptyView
          icon={<IconCookie {...icon} />}
          title="This profile has no cookies"
          text="Cookies appear here after a session signs in with this profile."
          action={{ label: 'Refresh', onClick: readAgain, busy: open.reading }}
        />
      )
    if (shown.shown.length === 0)
      return (
        <EmptyView
          icon={<IconFilterOff {...icon} />}
          title="No cookie matches"
          text={`None of ${formatCount(read.rows.length)} cookies matches the filter. Values are not searched.`}
          action={{ label: 'Clear filter', onClick: clearFilter }}
        />
      )
    return (
      <CookieTable
        viewKey={viewKey}
        rows={shown.shown}
        selected={shown.selected}
        hasValues={read.hasValues}
        handle={table}
        onPick={onPick}
        onReveal={actions.revealRow}
        onMenu={(row, at) => {
          if (!shown.selected.has(row.id)) select(viewKey, only(row.id))
          setMenu({ row, ...at })
        }}
      />
    )
  }

  return (
    <div className={classes.view}>
      {compare ? null : (
        <CookieHeader
          name={profile ? profileName(profile) : 'Profile'}
          profileId={profileId}
          read={read}
          reading={open.reading}
          onReadAgain={readAgain}
          onRevealAll={actions.revealAll}
          onExport={exportChosen}
        />
      )}
      {read && !compare ? (
        <CookieToolbar
          viewKey={viewKey}
          shown={shown}
          filterInput={filterInput}
          toList={() => table.current?.focus()}
          toFirst={toFirst}
        />
      ) : null}
      {read && open.problem ? (
        <div className={frame.strip}>
          <ProblemView
            problem={open.problem}
            compact
            action={{ label: signedIn ? 'Retry' : 'Sign in', onClick: readAgain }}
          />
        </div>
      ) : null}
      {read?.snapshotId && !compare ? (
        <div className={classes.snapshot}>
          This is a snapshot from {formatDateTime(read.at)}, not the latest cookies.
          <Button variant="subtle" size="compact-sm" onClick={() => patchView(viewKey, { snapshotId: null })}>
            Back to the last read
          </Button>
        </div>
      ) : null}
      <div className={frame.main}>
        <div className={classes.list}>
          <div className={classes.rows}>{body()}</div>
        </div>
        {compare && !comparedCookie ? null : (
          <CookieAside
            profileId={profileId}
            open={open}
            compared={comparedCookie}
            domains={profile?.persistedDomains ?? NO_DOMAINS}
            actions={actions}
            onFocusInside={setAside}
            showToast={showToast}
          />
        )}
      </div>
      <CookieMenu
        at={menu}
        selected={shown.selected.size}
        hasValues={read?.hasValues ?? false}
        onClose={() => {
          setMenu(null)
          table.current?.focus()
        }}
        onReveal={actions.revealRow}
        onCopyName={(row) => void actions.copyPlain(row.name, 'name')}
        onCopyValue={(id) => void actions.copyValue(id)}
        onExport={exportChosen}
        onScope={(scope) => patchView(viewKey, { scope })}
      />
      {exporting && read ? (
        <ExportDialog
          read={read}
          selected={exporting}
          filtered={shown.filtered ? shown.ids : null}
          onClose={() => setExporting(null)}
          showToast={showToast}
        />
      ) : null}
    </div>
  )
}
