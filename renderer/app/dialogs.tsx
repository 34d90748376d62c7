import { Modal } from '@mantine/core'
import { useAsk } from '../bridge.ts'
import { ConnectForm } from '../features/accounts/connect-form.tsx'
import { SignInForm } from '../features/accounts/sign-in-form.tsx'
import { useLayout } from './layout-store.ts'
import { KeyMap } from './palette/key-map.tsx'
import { Palette } from './palette/palette.tsx'

/** What floats above every view. */
export const Dialogs = () => {
  const dialog = useLayout((layout) => layout.dialog)
  const setDialog = useLayout((layout) => layout.setDialog)
  const accounts = useAsk('accounts.list', undefined)
  const close = () => setDialog(null)
  const signingIn =
    dialog?.kind === 'sign-in' ? accounts.data?.find((account) => account.id === dialog.accountId) : undefined
  return (
    <>
      <Palette />
      <KeyMap />
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
