import { Modal, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ExportFormat, exportFormats } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRead, ExportRequest } from '../../../../electron/contract/models/cookie-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../../bridge.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import { ProblemView } from '../../../ui/feedback/problem-view.tsx'
import { plainToast, type Toast } from '../../../ui/feedback/toast.ts'
import { createRemembered } from '../../../ui/saves/remembered.ts'
import { formatCount } from '../../../ui/text/format-text.ts'
import { useTask } from '../../../ui/use-task.ts'
import { cookiesText } from '../read-counts.ts'
import classes from './export.module.css'
import {
  countExpired,
  type ExportDraft,
  firstScope,
  guessAddress,
  idsOf,
  needsAddress,
  readAddress,
  requestOf,
  rowsOf,
  type Scope,
} from './export-request.ts'
import { copiedText, savedText, saveLabel, spoilsText } from './export-text.ts'
import { FormatList } from './format-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { useExportPreview } from './use-export-preview.ts'

/** The format that was written last, remembered across starts. */
const useLastFormat = createRemembered<{ format: ExportFormat }>(
  'desk.cookie-export',
  (stored) => ({ format: exportFormats.find((format) => format === stored) ?? 'netscape' }),
  ({ format }) => format,
)

type ExportDialogProps = {
  read: CookieRead
  /** Ids of the selected rows. */
  selected: readonly string[]
  /** Ids of the rows that filters let through; null when there is no filter. */
  filtered: readonly string[] | null
  onClose: () => void
  showToast: (toast: Toast) => void
}

const NONE_REFUSED = { count: 0, fails: 0 }
const WAITS = 'Enter the address of the request to see a preview.'
const HASHES_ONLY = 'This snapshot has only hashes of the values, so there is nothing to export.'

/** Why a snapshot holds no values; null where it does. */
const useNoValues = ({ hasValues, profileId, snapshotId }: CookieRead): string | null => {
  const snapshots = useAsk('snapshots.list', { profileId }, { enabled: !hasValues })
  if (hasValues) return null
  const reason = snapshots.data?.find((one) => one.snapshotId === snapshotId)?.reason
  return [HASHES_ONLY, reason, 'Refresh the cookies to export them.'].filter(Boolean).join(' ')
}

/** Writes cookies for another program: what, in which format, and what the format cannot hold. */
export const ExportDialog = ({ read, selected, filtered, onClose, showToast }: ExportDialogProps) => {
  const ids = { selected, filtered }
  const [draft, setDraft] = useState<ExportDraft>(() => ({
    scope: firstScope(ids),
    format: useLastFormat.getState().format,
    address: guessAddress(read.rows),
    includeExpired: false,
    keepRefused: false,
  }))
  const set = (patch: Partial<ExportDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const noValues = useNoValues(read)
  const request = noValues === null ? requestOf(read.readId, draft, ids) : null
  const shown = useExportPreview(request)
  const task = useTask<Problem>()

  const refused = draft.format === 'storage-state' ? (shown.preview?.refused ?? NONE_REFUSED) : NONE_REFUSED
  const expired = countExpired(rowsOf(read, idsOf(draft.scope, ids)), Date.now())
  const target = readAddress(draft.address)
  const wrongAddress = needsAddress(draft.format) && 'problem' in target ? target.problem : null
  const ready = request !== null && shown.problem === null && shown.preview?.count !== 0

  const save = async (asked: ExportRequest) => {
    const done = await task.run(() => invoke('cookies.saveExport', asked))
    if (!done?.ok || done.value.name === null) return
    useLastFormat.setState({ format: asked.format })
    onClose()
    showToast(plainToast(savedText(done.value.count, done.value.name)))
  }
  const copy = async (asked: ExportRequest) => {
    const done = await task.run(() => invoke('cookies.copyExport', asked))
    if (!done?.ok) return
    useLastFormat.setState({ format: asked.format })
    onClose()
    showToast(plainToast(copiedText(done.value.count, asked.format)))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (request && ready) void save(request)
  }
  const scopes: { value: Scope; label: string }[] = [
    { value: 'all', label: `All ${formatCount(read.rows.length)}` },
    ...(filtered ? [{ value: 'filtered' as const, label: `Filtered ${formatCount(filtered.length)}` }] : []),
    ...(selected.length > 0 ? [{ value: 'selected' as const, label: `Selected ${formatCount(selected.length)}` }] : []),
  ]
  return (
    <Modal opened onClose={onClose} title="Export cookies" size={880}>
      <form onSubmit={onSubmit}>
        <div className={classes.columns}>
          <div className={classes.options}>
            <div>
              <div id="export-scope" className={classes.legend}>
                Cookies
              </div>
              {scopes.length === 1 ? (
                `All ${cookiesText(read.rows.length)}`
              ) : (
                <SegmentedControl
                  aria-labelledby="export-scope"
                  fullWidth
                  value={draft.scope}
                  onChange={(scope) => set({ scope: scope as Scope })}
                  data={scopes}
                />
              )}
            </div>
            <FormatList value={draft.format} onChange={(format) => set({ format })} />
            {needsAddress(draft.format) ? (
              <TextInput
                label="Address"
                placeholder="https://host/path"
                inputMode="url"
                spellCheck={false}
                maxLength={4_096}
                value={draft.address}
                error={draft.address === '' ? null : wrongAddress}
                onChange={(event) => set({ address: event.currentTarget.value })}
              />
            ) : null}
            <Switch
              size="xs"
              label={`Include ${expired === 1 ? '1 expired cookie' : `${formatCount(expired)} expired cookies`}`}
              checked={draft.includeExpired && expired > 0}
              disabled={expired === 0}
              onChange={(event) => set({ includeExpired: event.currentTarget.checked })}
            />
            {refused.count > 0 ? (
              <Switch
                size="xs"
                label={`Include ${cookiesText(refused.count)} that Chromium refuses`}
                description={spoilsText(refused.fails)}
                checked={draft.keepRefused}
                onChange={(event) => set({ keepRefused: event.currentTarget.checked })}
              />
            ) : null}
          </div>
          <PreviewPane {...shown} waitsFor={noValues ?? (wrongAddress && WAITS)} />
        </div>
        {task.problem ? (
          <div className={classes.problem}>
            <ProblemView compact problem={task.problem} />
          </div>
        ) : null}
        <DialogFooter
          note="The file is readable only by you. Copied cookies are cleared from the clipboard after 30 s."
          cancel={{ onClick: onClose }}
          others={[{ label: 'Copy', disabled: !ready, onClick: () => request && void copy(request) }]}
          main={{ label: saveLabel(shown.preview), disabled: !ready, loading: task.busy }}
        />
      </form>
    </Modal>
  )
}
