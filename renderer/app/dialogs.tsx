import { Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAsk } from '../bridge.ts'
import { ConnectForm } from '../features/accounts/connect-form.tsx'
import { SignInForm } from '../features/accounts/sign-in-form.tsx'
import { HoldKeys } from '../ui/keys/use-keys.ts'
import { useLayout } from './layout-store.ts'
import { Palette } from './palette/palette.tsx'

const KeyMap = lazy(async () => ({ default: (await import('./palette/key-map.tsx')).KeyMap }))

/** What floats above every view. */
export const Dialogs = () => {
  const dialog = useLayout((layout) => layout.dialog)
  const setDialog = useLayout((layout) => layout.setDialog)
  const accounts = useAsk('accounts.list', undefined)
  const close = () => setDialog(null)
  const keyMap = useLayout((layout) => layout.keyMap)
  const [hasKeyMap, setHasKeyMap] = useState(false) // it stays once it was open: it gives the focus back
  if (keyMap && !hasKeyMap) setHasKeyMap(true)
  const signingIn =
    dialog?.kind === 'sign-in' ? accounts.data?.find((account) => account.id === dialog.accountId) : undefined
  return (
    <>
      <Palette />
      <Suspense fallback={<HoldKeys />}>{hasKeyMap ? <KeyMap /> : null}</Suspense>
      <Modal opened={dialog?.kind === 'connect'} onClose={close} title="Connect a service" size={520}>
        <ConnectForm onConnected={close} onCancel={close} />
      </Modal>
      <Modal
        opened={signingIn !== undefined}
        onClose={close}
        title={`Sign in to ${signingIn?.label ?? ''} again`}
        size={480}
      >
        {signingIn ? <SignInForm account={signingIn} onDone={close} onCancel={close} /> : null}
      </Modal>
    </>
  )
}
