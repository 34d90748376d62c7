import type { Events } from '../../electron/contract/events.ts'
import { invoke } from '../bridge.ts'
import { tellToast } from './toast-store.ts'

/** A sentence the person must see once: stays until closed, and closing it is kept. */
export const showNotice = ({ id, message, next }: Events['notice']): void => {
  tellToast({
    id,
    message,
    next: next ?? '',
    closesAfterMs: null,
    onClose: () => void invoke('app.dismissNotice', { id }),
  })
}
