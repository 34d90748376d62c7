import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { KeyItem } from '../../../ui/keys/key-item.tsx'
import { sessionListShortcuts } from '../../../ui/keys/shortcuts/start-shortcuts.ts'
import classes from '../../../ui/toolbar/toolbar.module.css'
import { exportTarget, patchList, useList } from '../session-store.ts'

const { exportReviews, importReviews } = sessionListShortcuts

/** Rarer actions of the list: reviews go out and come in. */
export const HandOverMenu = ({ accountId }: { accountId: string }) => {
  const some = useList(accountId, (s) => s.view !== null && s.view.total > 0)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.chip} aria-label="More" title="More">
          <IconDots size={14} stroke={1.5} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <KeyItem
          shortcut={exportReviews}
          disabled={!some}
          onClick={() => patchList(accountId, { handOver: exportTarget(accountId) })}
        >
          {exportReviews.label}
        </KeyItem>
        <KeyItem shortcut={importReviews} onClick={() => patchList(accountId, { handOver: { kind: 'import' } })}>
          {importReviews.label}
        </KeyItem>
      </Menu.Dropdown>
    </Menu>
  )
}
