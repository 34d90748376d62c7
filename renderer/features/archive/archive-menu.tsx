import { Menu } from '@mantine/core'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { KeyItem } from '../../ui/keys/key-item.tsx'
import { rowShortcuts } from '../../ui/keys/shortcuts/start-shortcuts.ts'
import type { MenuAt } from '../../ui/list/use-list-controls.ts'
import { PointMenu } from '../../ui/point-menu.tsx'
import {
  actionLabel,
  actionShortcuts,
  type BulkAction,
  canAcceptPartial,
  canDownloadAgain,
  canPlay,
  possibleActions,
} from './archive-actions.ts'
import { useArchive } from './archive-store.ts'
import type { ArchiveActions } from './use-archive-actions.ts'

type ArchiveMenuProps = {
  at: MenuAt<ArchiveItem> | null
  onClose: () => void
  actions: ArchiveActions
  play: (item: ArchiveItem) => void
  onAction: (action: BulkAction) => void
}

/** The menu of a row. With several rows selected its lower part acts on all of them. */
export const ArchiveMenu = ({ at, onClose, actions, play, onAction }: ArchiveMenuProps) => {
  const selected = useArchive((s) => s.selection.selected)
  if (!at) return null
  const { row: item, x, y } = at
  const { sha256 } = item
  const single = selected.size <= 1
  return (
    <PointMenu x={x} y={y} width={248} onClose={onClose}>
      {single && canPlay(item) ? (
        <>
          <KeyItem shortcut={rowShortcuts.play} onClick={() => play(item)}>
            Play
          </KeyItem>
          <Menu.Item onClick={() => actions.openFile(item)}>Open in another app</Menu.Item>
          <Menu.Item onClick={() => actions.reveal(item)}>Show in folder</Menu.Item>
        </>
      ) : null}
      {single && sha256 ? <Menu.Item onClick={() => void actions.copyHash(sha256)}>Copy SHA-256</Menu.Item> : null}
      {single && canAcceptPartial(item) ? (
        <Menu.Item onClick={() => actions.acceptPartial(item)}>Keep with missing parts</Menu.Item>
      ) : null}
      {single && canDownloadAgain(item) ? (
        <Menu.Item onClick={() => actions.downloadAgain(item)}>Download again</Menu.Item>
      ) : null}
      {single && (canPlay(item) || canDownloadAgain(item) || sha256 || canAcceptPartial(item)) ? (
        <Menu.Divider />
      ) : null}
      {possibleActions(selected).map(({ action, count }) => (
        <KeyItem key={action} shortcut={actionShortcuts[action]} onClick={() => onAction(action)}>
          {actionLabel(action, count)}
        </KeyItem>
      ))}
    </PointMenu>
  )
}
