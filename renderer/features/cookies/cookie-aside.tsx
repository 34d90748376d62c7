import { useDeferredValue, useEffect } from 'react'
import type { CookieRow } from '../../../electron/contract/models/cookie-models.ts'
import type { Toast } from '../../ui/feedback/toast.ts'
import frame from '../../ui/list/list.module.css'
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx'
import { useCookieLayout } from './cookie-layout.ts'
import { patchView } from './cookie-store.ts'
import { CookieDetails } from './details/cookie-details.tsx'
import { SnapshotsPanel } from './snapshots/snapshots-panel.tsx'
import type { Shown } from './table/use-shown.ts'
import type { OpenProfile } from './use-open-profile.ts'
import type { ValueActions } from './use-value-actions.ts'

/** The one selected row; null for none or several. */
const selectedRow = ({ shown, selected }: Pick<Shown, 'shown' | 'selected'>): CookieRow | null => {
  if (selected.size !== 1) return null
  return shown.find(({ row }) => selected.has(row.id))?.row ?? null
}

type CookieAsideProps = {
  profileId: string
  open: OpenProfile
  /** Shown instead of the selected row while two reads are compared. */
  compared: CookieRow | null
  domains: readonly string[]
  actions: ValueActions
  onFocusInside: (inside: boolean) => void
  showToast: (toast: Toast) => void
}

/** Beside the table: the details of the selected cookie, or the snapshots of the profile. */
export const CookieAside = (props: CookieAsideProps) => {
  const { profileId, open, compared, domains, actions, onFocusInside, showToast } = props
  const { viewKey, read, shown } = open
  const aside = useCookieLayout((layout) => layout.aside)
  // A repeating arrow key must not wait for the panel of every row it passes.
  const row = useDeferredValue(compared ?? selectedRow(shown))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel that goes away does not say that it lost the focus
  useEffect(() => () => onFocusInside(false), [aside, onFocusInside])
  if (aside === null || (aside === 'details' && !read)) return null
  return (
    <aside
      className={frame.aside}
      aria-label={aside === 'details' ? 'Details' : 'Snapshots'}
      onFocus={() => onFocusInside(true)}
      onBlur={() => onFocusInside(false)}
    >
      <ResizablePanel side="right" id="cookie-details" defaultWidth={280} min={280} max={640}>
        {aside === 'snapshots' ? (
          <SnapshotsPanel
            profileId={profileId}
            read={read}
            onOpen={(snapshotId) => patchView(viewKey, { snapshotId, compare: null })}
            onCompare={(before, after) => patchView(viewKey, { compare: { before, after } })}
            showToast={showToast}
          />
        ) : (
          <CookieDetails
            row={row}
            count={shown.selected.size}
            domains={domains}
            hasValues={compared === null ? (read?.hasValues ?? false) : null}
            onReveal={actions.revealRow}
            onCopy={actions.copyValue}
          />
        )}
      </ResizablePanel>
    </aside>
  )
}
