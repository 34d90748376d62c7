import { notifications } from '@mantine/notifications'
import type { Events } from '../../../electron/contract/events.ts'
import { invoke } from '../../bridge.ts'

/** A sentence the person must see once: stays until closed, and closing it is kept. */
export const showNotice = ({ id, message, next }: Events['notice']): void => {
  notifications.show({
    id,
    title: message,
    message: next ?? '',
    autoClose: false,
    onClose: () => void invoke('app.dismissNotice', { id }),
  })
}
